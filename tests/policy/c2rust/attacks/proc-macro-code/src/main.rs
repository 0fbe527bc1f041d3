port::x!();
fn main() {
    
}
