fn main() {
    let _ = std::fs::read("\x2fproc/1/cmdline");
}
