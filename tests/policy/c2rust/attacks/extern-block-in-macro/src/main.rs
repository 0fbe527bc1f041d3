macro_rules! imports {
    ($($t:tt)*) => { extern "C" { $($t)* } };
}
imports!(fn system(c: *const i8) -> i32;);
fn main() {
    unsafe { system(c"id".as_ptr()) };
}
