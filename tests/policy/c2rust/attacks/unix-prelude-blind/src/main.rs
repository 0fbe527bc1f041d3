use std::os::unix::prelude::*;

fn main() {
    let it = unsafe { std::fs::File::from_raw_fd(4) };
    println!("{it:?}");
}
