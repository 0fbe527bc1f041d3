fn main() {
    println!("{:?}", tiny::f());
}
