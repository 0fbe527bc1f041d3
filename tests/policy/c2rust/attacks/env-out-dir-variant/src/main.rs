fn main() {
    let _ = std::env!("CARGO_HOME");
}
