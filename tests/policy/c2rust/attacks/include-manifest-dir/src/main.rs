fn main() {
    let _ = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../x"));
}
