macro_rules! wrap {
    ($(#[$m:meta])* $v:vis struct $n:ident) => { $(#[$m])* $v struct $n(u8); };
}
wrap!(#[derive(Debug)] #[allow(dead_code)] pub struct A);
fn main() {
    println!("{:?}", A(1));
}
