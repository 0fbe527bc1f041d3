use std::include_str as read;
fn main() {
    let _ = read!("/etc/hostname");
}
