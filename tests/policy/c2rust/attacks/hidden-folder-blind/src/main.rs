#[path = ".parts/deep/n.rs"]
mod n;

fn main() {
    println!("{}", n::N);
}
