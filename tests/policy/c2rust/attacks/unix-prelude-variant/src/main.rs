use std::os::unix::prelude::FromRawFd;
fn main() {
    
}
