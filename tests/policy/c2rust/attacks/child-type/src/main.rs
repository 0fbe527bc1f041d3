use std::process::{Child, Stdio};
fn main() {
    
}
