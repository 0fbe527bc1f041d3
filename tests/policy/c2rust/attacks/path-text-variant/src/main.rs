#[path = "../.x/m.rs"]
mod x;
fn main() { x::f(); }
