#[cfg_attr(unix, path = "/usr/share/x.rs")]
mod x;
fn main() {
    
}
