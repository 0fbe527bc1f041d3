fn main() {
    println!("{}", include_str!("t.txt").len());
}
