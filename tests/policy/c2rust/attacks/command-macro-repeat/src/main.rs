macro_rules! go {
    ($($s:ident)*) => { $($s)::*("sh") };
}
fn main() {
    go!(std process Command new);
}
