fn base() -> &'static str {
    "/pro"
}
fn main() {
    let _ = std::fs::read(format!("{}c/self/stat", base()));
}
