use std::arch::asm as x;
fn main() {
    unsafe { x!("nop") };
}
