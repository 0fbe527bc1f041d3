mod low {
    pub use core::arch::{asm as step};
}
use low::step as go;

fn main() {
    unsafe { go!("nop") };
    println!("ok");
}
