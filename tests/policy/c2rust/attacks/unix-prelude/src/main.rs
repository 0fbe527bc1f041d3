use std::os::unix::prelude::*;
fn main() {
    
}
