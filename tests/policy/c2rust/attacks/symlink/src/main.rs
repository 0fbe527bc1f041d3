fn main() {
    let _ = std::os::unix::fs::symlink("/etc", "x");
}
