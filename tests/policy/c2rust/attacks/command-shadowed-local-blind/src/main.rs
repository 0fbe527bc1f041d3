#[derive(Debug)]
enum Command {
    Stop,
}

fn go() -> bool {
    use std::process::*;
    let it: Option<Child> = None;
    it.is_none() && std::process::Command::new("id").status().is_ok()
}

fn main() {
    println!("{:?} {}", Command::Stop, go());
}
