fn main() { include!("../data/x.in") }
