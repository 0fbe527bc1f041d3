fn f<'a>(x: &'a [u8]) -> impl Iterator<Item = &'a u8> + use<'a> { x.iter() }
unsafe fn g() -> u8 { 1 }
fn main() {
    let r#gen = 1;
    if let Some(x) = f(&[1]).next() && *x == 1 { println!("{x} {}", unsafe { g() } + r#gen); }
}
