extern crate std as rt;
use rt as r2;

fn main() {
    println!("{}", r2::process::Command::new("id").status().is_ok());
}
