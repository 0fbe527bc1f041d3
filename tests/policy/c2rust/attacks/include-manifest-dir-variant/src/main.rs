fn main() {
    let _ = include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/..", "/pack/outcomes.jsonl"));
}
