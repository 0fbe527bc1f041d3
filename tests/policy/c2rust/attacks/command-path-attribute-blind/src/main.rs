#[cfg_attr(all(), path = "odd/name.rs")]
mod job;

fn main() {
    println!("{}", job::go());
}
