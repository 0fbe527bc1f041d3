use std::os::unix::fs as f;
fn main() {
    let _ = f::chroot("/");
}
