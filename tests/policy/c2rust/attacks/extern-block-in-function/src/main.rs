fn main() {
    extern "C" { fn abort() -> !; }
}
