macro_rules! impl_for { ($($t:ty),+) => { $(impl Size for $t { const N: usize = std::mem::size_of::<$t>(); })+ } }
trait Size { const N: usize; }
impl_for!(u8, std::num::Wrapping<u16>, ::std::time::Duration, [core::cell::Cell<u8>; 2]);
macro_rules! err { ($kind:ident) => { std::io::Error::from(std::io::ErrorKind::$kind) }; }
macro_rules! limits { ($($name:ident : $t:ident),*) => { $(pub const $name: $t = $t::MAX;)* } }
limits!(A: u8, B: i64);
use std::{collections::BTreeMap, fmt::Write};

fn main() {
    let mut text = String::new();
    write!(text, "{}", err!(NotFound).kind() == std::io::ErrorKind::NotFound).unwrap();
    let map: BTreeMap<u8, u8> = BTreeMap::new();
    println!("{} {} {} {} {}", <u8 as Size>::N, text, map.len(), A, B);
}
