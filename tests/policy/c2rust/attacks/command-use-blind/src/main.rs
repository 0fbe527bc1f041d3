pub(crate) use std::process::Command;

fn main() {
    let make = Command::new::<&str>;
    println!("{}", make("id").status().is_ok());
}
