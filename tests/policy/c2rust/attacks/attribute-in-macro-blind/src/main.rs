macro_rules! shown {
    ($(#[$how:meta])* $body:item) => { $(#[$how])* $body };
}
shown! { #[unsafe(no_mangle)] pub extern "C" fn malloc(_: usize) -> *mut u8 { core::ptr::null_mut() } }

fn main() {
    println!("ok");
}
