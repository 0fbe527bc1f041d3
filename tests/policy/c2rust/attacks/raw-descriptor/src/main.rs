use std::os::fd::FromRawFd;
fn main() {
    let _ = unsafe { std::fs::File::from_raw_fd(3) };
}
