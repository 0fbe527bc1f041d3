use std::fs::File;
fn main() {
    let _ = File::open("/usr/lib/x.so");
}
