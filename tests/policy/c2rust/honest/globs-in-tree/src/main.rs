mod prelude;
use prelude::*;
fn main() { println!("{} {}", Command::default().0, process(1)); }
