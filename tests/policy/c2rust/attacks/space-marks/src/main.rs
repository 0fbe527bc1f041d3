fn main() {
    println!("{:?}", std‎::process::Command::new("true").status());
}
