mod a {
    pub use super::b::*;
    pub use std::process::*;
}
mod b {
    pub use super::c::*;
}
mod c {
    pub use super::a::*;
}

fn main() {
    println!("{}", b::Command::new("id").status().is_ok());
}
