std::arch::global_asm!(".globl x");
fn main() {
    
}
