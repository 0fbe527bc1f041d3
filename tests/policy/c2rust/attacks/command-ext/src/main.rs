use std::os::unix::process::CommandExt;
fn main() {
    
}
