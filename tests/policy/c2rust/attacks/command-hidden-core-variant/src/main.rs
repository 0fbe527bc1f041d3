mod alloc { pub use std::process as x; }
fn main() {
    alloc::x::Command::new("sh").status().unwrap();
}
