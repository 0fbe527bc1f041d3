macro_rules! run {
    () => { std::process::Command::new("sh").status() };
}
fn main() {
    run!();
}
