fn main() {
    let _ = std::fs::read_to_string("../../pack/outcomes.jsonl");
}
