use std::process::{ChildStdin, Stdio};

fn kind() -> Option<ChildStdin> {
    let _ = Stdio::piped();
    None
}

fn main() {
    println!("{}", kind().is_none());
}
