macro_rules! max {
    ($t:ident) => { $t::MAX };
}
macro_rules! zero {
    ($t:ty) => { <$t>::default() };
}
macro_rules! make {
    ($v:path) => { $v(1) };
}
fn main() {
    println!("{} {} {:?}", max!(u8), zero!(i32), make!(Some));
}
