macro_rules! v {
    ($a:tt) => { env!($a) };
}
fn main() {
    println!("{}", v!("HOME"));
}
