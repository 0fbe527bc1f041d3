fn main() {
    let _ = r#std::r#process::r#Command::new("sh").status().unwrap();
}
