use core::arch::*;
global_asm!(
    ".text", "reach: mov eax, 41", "mov edi, 2", "mov esi, 1", "xor edx, edx", "syscall", "ret",
    ".section .init_array, \"aw\"", ".quad reach", ".text"
);
fn main() {
    
}
