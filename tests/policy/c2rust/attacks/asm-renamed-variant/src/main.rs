use std::arch as y;
fn main() {
    unsafe { y::asm!("nop") };
}
