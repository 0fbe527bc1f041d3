use std::os::linux as l;
fn main() {
    
}
