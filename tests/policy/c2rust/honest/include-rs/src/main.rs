include!("table.rs");
fn main() { println!("{}", TABLE[1]); }
