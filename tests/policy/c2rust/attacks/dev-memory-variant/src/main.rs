fn main() {
    let _ = std::fs::read_dir("/dev/fd");
}
