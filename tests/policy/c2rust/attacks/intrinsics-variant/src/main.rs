use core::intrinsics as i;
fn main() {
    i::breakpoint();
}
