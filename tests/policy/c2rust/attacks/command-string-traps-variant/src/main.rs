fn main() {
    let _ = ('\'', r##"a"#"##, "/*");
    std::process::Command::new("sh").status().unwrap(); // "*/
}
