macro_rules! with {
    ($(#[$m:meta])* fn $f:ident) => { $(#[$m])* pub fn $f() {} };
}
with!(#[no_mangle] fn write);
fn main() {
    
}
