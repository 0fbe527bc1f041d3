use std::process as p;
macro_rules! start {
    ($m:ident) => { $m::Command::new("true") };
}
fn main() {
    println!("{:?}", start!(p).status());
}
