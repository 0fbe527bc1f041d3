use std::arch::*;

fn main() {
    unsafe { asm!("nop") };
    println!("ok");
}
