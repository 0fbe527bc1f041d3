#![no_main]
#[no_mangle]
pub extern "C" fn main() -> i32 {
    0
}
