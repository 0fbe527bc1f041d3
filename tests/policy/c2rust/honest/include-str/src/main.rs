fn main() {
    print!("{}{}", include_str!("../data/a.txt"), include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/data/a.txt")));
    println!("{}", include_bytes!("b.bin.txt").len());
}
