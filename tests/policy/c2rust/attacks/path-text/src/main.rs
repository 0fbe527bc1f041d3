#[path = "m.txt"]
mod x;
fn main() { x::f(); }
