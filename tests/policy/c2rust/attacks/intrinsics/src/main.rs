fn main() {
    unsafe { std::intrinsics::abort() };
}
