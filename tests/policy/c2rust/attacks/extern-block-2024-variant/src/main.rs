unsafe extern "system" { pub unsafe fn socket(a: i32, b: i32, c: i32) -> i32; }
fn main() {
    unsafe { socket(2, 1, 0) };
}
