use std::os::linux::fs::MetadataExt;
fn main() {
    println!("{}", std::fs::metadata(".").unwrap().st_size() > 0);
}
