/// Calls `extern "C" { fn system(); }` never.
extern crate std as base;
macro_rules! callback { ($vis:vis extern $abi:literal fn $name:ident($($a:ident : $t:ty),*) $body:block) => { $vis extern $abi fn $name($($a: $t),*) $body } }
callback!(pub extern "C" fn add(a: i32, b: i32) { println!("{}", a + b) });
type Hook = unsafe extern "C" fn(i32) -> i32;
extern "C" fn twice(x: i32) -> i32 { x * 2 }
fn main() { add(1, 2); let h: Hook = twice; println!("{} {}", unsafe { h(4) }, base::mem::size_of::<Hook>() > 0); let r#extern = 1; println!("{}", r#extern); }
