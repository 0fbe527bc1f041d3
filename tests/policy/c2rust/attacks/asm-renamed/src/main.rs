use std::arch::asm as x;
fn main() {
    let mut _n = 41u64; // socket
    unsafe { x!("syscall", in("rdi") 2, in("rsi") 1, in("rdx") 0, inout("rax") _n, out("rcx") _, out("r11") _) };
}
