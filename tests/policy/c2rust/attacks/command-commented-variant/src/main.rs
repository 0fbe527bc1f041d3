fn main() {
    let _ = std:: // std::mem
 process ::/**/ Command::new("sh").status().unwrap();
}
