#![cfg_attr(not(test), no_main)]

#[cfg_attr(all(), unsafe(no_mangle))]
pub extern "C" fn main(_: i32, _: *const *const u8) -> i32 {
    0
}
