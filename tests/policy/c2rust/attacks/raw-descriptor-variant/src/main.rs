use std::os::unix::io::*;
fn main() {
    let mut file = unsafe { std::fs::File::from_raw_fd(4) };
    let mut text = String::new();
    std::io::Read::read_to_string(&mut file, &mut text).unwrap();
}
