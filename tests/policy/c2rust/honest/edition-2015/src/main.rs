mod a { pub fn f() -> i32 { ::b::g() } }
mod b { use a; pub fn g() -> i32 { 1 } pub fn h() -> i32 { a::f() } }
fn main() { println!("{}", ::b::h()); }
