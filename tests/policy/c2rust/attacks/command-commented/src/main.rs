fn main() {
    let _ = std::/* x */process/* :: */::Command::new("sh").status().unwrap();
}
