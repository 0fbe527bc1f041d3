use std::os::linux::fs::MetadataExt;
fn main() {
    
}
