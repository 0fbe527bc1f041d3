unsafe extern "C" {
    safe fn socket(a: i32, b: i32, c: i32) -> i32;
}
fn main() {
    socket(2, 1, 0);
}
