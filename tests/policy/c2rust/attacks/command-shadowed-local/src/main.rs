enum Command { Push }
fn main() {
    let _ = Command::Push;
    let _ = std::process::Command::new("sh").status().unwrap();
}
