mod a { pub use super::b::*; pub use std::process as p; }
mod b { pub use super::a::*; }
use b::*;
fn main() {
    p::Command::new("sh").status().unwrap();
}
