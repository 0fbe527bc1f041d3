use std::fs::File;
fn main() {
    let base = "/pro";
    let p = format!("{base}c/self/mem");
    let _ = File::open(p);
}
