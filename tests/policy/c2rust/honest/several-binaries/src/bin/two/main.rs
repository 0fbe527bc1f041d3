fn main() {
    println!("{}", port::name());
}
