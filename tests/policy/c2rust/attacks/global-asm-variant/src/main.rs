use core::arch::*;
global_asm!("nop");
fn main() {
    
}
