use std::{fmt::Write as _, process::*};

fn main() {
    let mut text = String::new();
    write!(text, "{:?}", Command::new("id").output().is_ok()).unwrap();
    println!("{text}");
}
