#[cfg_attr(all(), no_mangle)]
pub static mut environ_copy: u8 = 0;

fn main() {
    println!("ok");
}
