mod a {
    pub mod b {
        pub use std::*;
    }
}
mod n {
    pub fn f() -> bool {
        ::a::b::process::Command::new("true").status().is_ok()
    }
}
fn main() {
    println!("{}", n::f());
}
