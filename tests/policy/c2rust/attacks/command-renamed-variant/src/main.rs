use std::process as p;
fn main() {
    p::Command::new("sh").spawn().unwrap();
}
