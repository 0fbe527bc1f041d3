#[unsafe(naked)]
pub extern "C" fn one() {
    core::arch::naked_asm!("ret")
}

fn main() {
    println!("ok");
}
