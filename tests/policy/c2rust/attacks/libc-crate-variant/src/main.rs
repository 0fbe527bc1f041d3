use libc::{c_int, fork};
fn main() {
    
}
