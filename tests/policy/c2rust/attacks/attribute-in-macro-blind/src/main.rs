macro_rules! shown {
    ($(#[$how:meta])* fn $name:ident $($body:tt)*) => { $(#[$how])* extern "C" fn $name $($body)* };
}
shown! { #[unsafe(no_mangle)] fn malloc(_: usize) -> *mut u8 { core::ptr::null_mut() } }

fn main() {
    println!("ok");
}
