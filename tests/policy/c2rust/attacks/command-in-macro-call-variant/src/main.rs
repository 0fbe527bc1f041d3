fn main() {
    println!("{:?}", std::process::Command::new("sh").status());
}
