mod process;
use process::Command;
fn main() {
    println!("{}", Command::new("x").name());
    println!("{}", crate::process::Command::new("y").name());
}
