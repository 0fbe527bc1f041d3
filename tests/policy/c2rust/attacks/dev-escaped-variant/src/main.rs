fn main() {
    let _ = std::fs::read("/p\u{72}oc/self/cmdline");
}
