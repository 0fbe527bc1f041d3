fn main() {
    extern "C" { fn socket(a: i32, b: i32, c: i32) -> i32; }
    unsafe { socket(2, 1, 0) };
}
