mod z { pub mod y { pub fn f() { super::super::q::Command::new("sh"); } } }
use std::process as q;
fn main() { z::y::f(); }
