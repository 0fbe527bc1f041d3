fn main() {
    let p: String = "nori/fles/corp/".chars().rev().collect();
    let _ = std::fs::read(p);
}
