fn main() {
    let _ = std::fs::read_to_string(concat!("/pro", "c/self/maps"));
}
