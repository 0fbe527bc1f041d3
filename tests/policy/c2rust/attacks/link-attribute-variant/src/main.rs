#[cfg_attr(unix, link(name = "c"))]
mod x {}
fn main() {
    
}
