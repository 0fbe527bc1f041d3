use std::os::unix::io::*;
fn main() {
    
}
