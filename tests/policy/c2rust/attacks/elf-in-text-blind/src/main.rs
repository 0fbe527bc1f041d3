static TABLE: &[u8] = include_bytes!("table.csv");

fn main() {
    println!("{}", TABLE.len());
}
