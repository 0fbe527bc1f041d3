use std::arch as y;
fn main() {
    let mut _n = 41u64; // socket
    unsafe { y::asm!("syscall", in("rdi") 2, in("rsi") 1, in("rdx") 0, inout("rax") _n, out("rcx") _, out("r11") _) };
}
