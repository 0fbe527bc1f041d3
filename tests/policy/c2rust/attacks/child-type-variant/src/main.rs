fn main() {
    fn f(_: std::process::Output) {}
}
