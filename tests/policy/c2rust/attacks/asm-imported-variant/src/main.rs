fn main() {
    unsafe { core::arch::asm!("nop") };
}
