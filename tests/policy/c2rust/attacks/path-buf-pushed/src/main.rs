use std::path::PathBuf;
fn main() {
    let mut p = PathBuf::from("/");
    p.push("proc");
    p.push("self");
    p.push("environ");
    let _ = std::fs::read(p);
}
