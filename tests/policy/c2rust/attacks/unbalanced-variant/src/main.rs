fn main() {
    let _ = 1;
