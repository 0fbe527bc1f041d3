fn main() {
    mod x { extern r"C" { pub fn socket(a: i32, b: i32, c: i32) -> i32; } }
    unsafe { x::socket(2, 1, 0) };
}
