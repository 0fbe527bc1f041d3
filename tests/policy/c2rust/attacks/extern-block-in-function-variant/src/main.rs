fn main() {
    mod x { extern r"C" { pub fn abort() -> !; } }
}
