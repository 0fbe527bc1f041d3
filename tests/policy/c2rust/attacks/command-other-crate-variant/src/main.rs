use nice::base as b;
fn main() { b::process::Command::new("sh").status().unwrap(); }
