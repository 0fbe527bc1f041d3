macro_rules! imports {
    ($abi:literal) => { extern $abi { fn socket(a: i32, b: i32, c: i32) -> i32; } };
}
imports!("C");
fn main() {
    unsafe { socket(2, 1, 0) };
}
