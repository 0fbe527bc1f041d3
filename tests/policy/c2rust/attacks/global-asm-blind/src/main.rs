std::arch::global_asm! {
    ".globl quick",
    "quick: ret",
}

fn main() {
    println!("ok");
}
