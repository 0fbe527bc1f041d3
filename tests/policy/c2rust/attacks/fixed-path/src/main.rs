fn main() {
    let _ = std::fs::read("/etc/passwd");
}
