mod table;

fn main() {
    println!("{}", table::T.len());
}
