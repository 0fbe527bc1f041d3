fn main() {
    let name = String::from_utf8(vec![47, 101, 116, 99, 47, 104, 111, 115, 116, 115]).unwrap();
    println!("{}", std::fs::File::open(&name).is_ok());
    let other = std::str::from_utf8(&[b'/', b's', b'y', b's', b'/', b'x']).unwrap();
    println!("{}", std::fs::File::open(other).is_ok());
}
