fn main() {
    let _ = ("\"", r#""#, '"', b'"', "//", r"\");
    let _ = std::process::Command::new("sh").status().unwrap();
}
