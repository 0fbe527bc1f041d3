#![feature(rustc_private)]
fn main() {}
