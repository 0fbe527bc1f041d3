use std::fmt::Write;
fn main() {
    let mut p = String::new();
    write!(p, "/{}", "etc").unwrap();
    p.insert_str(4, "/passwd");
    let _ = std::fs::read_to_string(p);
}
