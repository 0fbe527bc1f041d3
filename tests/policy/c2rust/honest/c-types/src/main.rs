use std::ffi::{c_int, CString};
use std::os::raw::c_char;
const _: Option<c_char> = None;
fn main() {
    let x: c_int = 1;
    println!("{x} {:?}", CString::new("a").unwrap());
}
