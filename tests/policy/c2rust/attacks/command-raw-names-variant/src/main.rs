use std::r#process::Command as r#C;
fn main() {
    r#C::new("sh").status().unwrap();
}
