fn main() {
    println!("{}", portlib::x());
}
