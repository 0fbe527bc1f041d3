fn main() {
    let _ = std::include_str!(concat!("../", "../x"));
}
