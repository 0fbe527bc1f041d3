fn main() {
    println!("{}", env!("HOME"));
}
