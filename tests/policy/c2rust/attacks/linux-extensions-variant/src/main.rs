use std::os::linux as l;
fn main() {
    println!("{}", l::fs::MetadataExt::st_nlink(&std::fs::metadata(".").unwrap()) > 0);
}
