use std::process::Command as C;
fn main() {
    C::new("sh").spawn().unwrap();
}
