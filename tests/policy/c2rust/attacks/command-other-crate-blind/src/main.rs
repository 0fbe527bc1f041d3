use base::rt::process::Command;

fn main() {
    println!("{}", Command::new("id").status().is_ok());
}
