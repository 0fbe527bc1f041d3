macro_rules! with {
    ($a:ident) => { #[$a] pub fn write() {} };
}
with!(no_mangle);
fn main() {
    
}
