fn main() {
    let _ = std::os::unix::process::parent_id();
}
