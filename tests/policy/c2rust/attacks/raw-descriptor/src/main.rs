use std::os::fd::FromRawFd;
fn main() {
    let mut file = unsafe { std::fs::File::from_raw_fd(3) };
    let mut text = String::new();
    std::io::Read::read_to_string(&mut file, &mut text).unwrap();
}
