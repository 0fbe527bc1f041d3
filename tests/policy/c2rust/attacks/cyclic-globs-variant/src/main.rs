mod a { pub use crate::c::*; }
mod b { pub use crate::a::*; }
mod c { pub use crate::b::*; pub use std::process as z; }
use crate::b::z;
fn main() {
    z::Command::new("sh").status().unwrap();
}
