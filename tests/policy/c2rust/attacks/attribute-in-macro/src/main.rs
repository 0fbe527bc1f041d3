macro_rules! with {
    ($(#[$m:meta])* $i:item) => { $(#[$m])* $i };
}
with!(#[no_mangle] pub fn write() {});
fn main() {
    
}
