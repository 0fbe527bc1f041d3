use std::path::Path;
fn main() {
    let root = Path::new("/");
    let dir = root.join("sys");
    let _ = dir.read_dir();
}
