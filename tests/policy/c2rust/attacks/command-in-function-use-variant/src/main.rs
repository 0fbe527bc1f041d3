fn main() {
    { use std::process::*; Command::new("sh").status().unwrap(); }
    let _ = 1;
}
