#[cfg_attr(all(), used)]
pub static KEPT: [u8; 4] = *b"kept";

fn main() {
    println!("ok");
}
