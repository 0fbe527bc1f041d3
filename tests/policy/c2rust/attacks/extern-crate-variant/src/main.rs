extern crate openssl as o;
fn main() {
    
}
