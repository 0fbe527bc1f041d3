fn f<'a>(x: &'a u8) -> impl Sized + use<'a> { x }
use std::process::Command;
fn main() { f(&1); }
