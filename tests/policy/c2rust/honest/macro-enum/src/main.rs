macro_rules! ops {
    ($($n:ident = $v:expr),* $(,)?) => { #[derive(Debug)] #[allow(dead_code)] enum Op { $($n = $v),* } };
}
ops!(Command = 1, Exec = 2, Net = 3);
fn main() {
    println!("{:?} {}", Op::Command, Op::Exec as u8);
}
