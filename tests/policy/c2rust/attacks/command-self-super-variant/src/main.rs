mod z { pub mod y { pub fn f() { super::super::q::Command::new("sh").status().unwrap(); } } }
use std::process as q;
fn main() { z::y::f(); }
