fn main() {
    unsafe { libc::system(std::ptr::null()) };
}
