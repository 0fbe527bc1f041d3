fn main() {
    let _ = include_str!("t.txt");
}
