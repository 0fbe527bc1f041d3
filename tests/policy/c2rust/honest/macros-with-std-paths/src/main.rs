macro_rules! bits {
    ($t:ident) => { std::primitive::$t::BITS };
}
macro_rules! ord {
    ($o:ident) => { std::cmp::Ordering::$o as i8 };
}
fn main() {
    println!("{} {}", bits!(u16), ord!(Less));
}
