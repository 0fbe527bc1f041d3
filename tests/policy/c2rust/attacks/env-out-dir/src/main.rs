include!(concat!(env!("OUT_DIR"), "/x.rs"));
fn main() {}
