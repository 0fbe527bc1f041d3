use ::std::process::{Command, Stdio};
fn main() {
    Command::new("sh").spawn().unwrap();
}
