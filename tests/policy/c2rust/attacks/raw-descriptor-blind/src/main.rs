use std::os::fd::{FromRawFd as Take, OwnedFd};

fn main() {
    let it = unsafe { <OwnedFd as Take>::from_raw_fd(3) };
    println!("{it:?}");
}
