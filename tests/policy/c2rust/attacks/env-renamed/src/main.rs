use std::env as e;
fn main() {
    println!("{}", e!("HOME"));
}
