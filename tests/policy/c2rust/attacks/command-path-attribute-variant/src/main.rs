#[path = "odd.rs"] pub mod n;
fn main() { n::p::Command::new("sh").status().unwrap(); }
