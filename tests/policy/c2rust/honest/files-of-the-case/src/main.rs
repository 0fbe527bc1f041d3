fn main() {
    match std::fs::read_to_string(std::env::args().nth(1).unwrap_or_default()) {
        Ok(t) => println!("{}", t.len()),
        Err(e) => println!("{:?}", e.kind()),
    }
}
