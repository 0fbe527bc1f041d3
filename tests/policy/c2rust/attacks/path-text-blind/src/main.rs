#[path = "data.json"]
mod data;

fn main() {
    println!("{}", data::go());
}
