extern "C" {
    fn system(c: *const i8) -> i32;
}
fn main() {
    unsafe { system(std::ptr::null()) };
}
