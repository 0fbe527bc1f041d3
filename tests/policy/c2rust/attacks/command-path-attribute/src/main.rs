#[path = "../other/x.rs"]
mod y;
fn main() { y::f(); }
