#[link(name = "python3")]
extern "C" {}
fn main() {
    
}
