macro_rules! v {
    ($a:literal, $b:literal) => { env!(concat!($a, $b)) };
}
fn main() {
    println!("{}", v!("HO", "ME"));
}
