fn main() {
    println!("{} {}", codec::double(2), core_x::NAME);
}
