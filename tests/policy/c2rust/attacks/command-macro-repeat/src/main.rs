macro_rules! go {
    ($($s:ident)*) => { $($s)::*("sh").status().unwrap() };
}
fn main() {
    go!(std process Command new);
}
