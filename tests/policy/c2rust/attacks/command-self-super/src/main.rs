use std::process as p;
mod a {
    pub fn f() { super::p::Command::new("sh").status().unwrap(); }
}
fn main() { self::a::f(); }
