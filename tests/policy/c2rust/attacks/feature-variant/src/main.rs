#![cfg_attr(all(), feature(test))]
fn main() {}
