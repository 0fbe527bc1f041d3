use core::{include_bytes as r};
fn main() {
    let _ = r!("../../x");
}
