#[unsafe(naked)]
extern "C" fn f() { core::arch::naked_asm!("mov eax, 41", "mov edi, 2", "mov esi, 1", "xor edx, edx", "syscall", "ret") }
fn main() {
    f();
}
