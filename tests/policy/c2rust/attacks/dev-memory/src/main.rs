fn main() {
    let _ = std::fs::File::open("/dev/mem");
}
