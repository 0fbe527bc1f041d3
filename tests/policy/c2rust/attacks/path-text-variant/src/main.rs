#[path = "../.x/m.rs"]
mod x;
fn main() {}
