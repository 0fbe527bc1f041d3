fn main() {
    { use std::process::*; }
    let _ = 1;
}
