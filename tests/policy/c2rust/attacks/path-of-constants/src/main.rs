mod names;
fn main() {
    let p = names::ROOT.to_string() + names::REST;
    let _ = std::fs::read(p);
}
