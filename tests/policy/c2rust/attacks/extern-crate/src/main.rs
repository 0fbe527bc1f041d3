extern crate rand;
fn main() {
    
}
