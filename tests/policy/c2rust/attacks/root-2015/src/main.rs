mod a {
    pub use std::process;
}
mod n {
    pub fn f() -> bool {
        ::a::process::Command::new("true").status().is_ok()
    }
}
fn main() {
    println!("{}", n::f());
}
