#[path = "../../other/x.rs"]
mod x;
fn main() {
    
}
