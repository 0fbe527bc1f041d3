fn main() {
    println!("ok");
}

mod rest {
    fn a() { ( ] }
