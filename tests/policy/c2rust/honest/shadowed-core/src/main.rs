mod core { pub fn run() -> u8 { 1 } }
mod alloc { pub fn size() -> u8 { 2 } }
fn main() {
    println!("{}", core::run() + self::alloc::size());
}
