fn main() {
    let _ = std::ffi::CStr::from_bytes_with_nul(b"/sys/kernel\0");
}
