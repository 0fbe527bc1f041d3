type C = std::process::Command;
fn main() {
    C::new("sh").status().unwrap();
}
