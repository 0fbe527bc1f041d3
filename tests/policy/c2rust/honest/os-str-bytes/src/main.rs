use std::ffi::OsString;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
fn main() {
    for a in std::env::args_os().skip(1) {
        println!("{:?}", a.as_bytes());
    }
    println!("{:?}", OsString::from_vec(vec![120]));
}
