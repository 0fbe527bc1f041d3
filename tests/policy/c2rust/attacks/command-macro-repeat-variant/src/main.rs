macro_rules! go {
    ($($s:ident),*) => { $($s)::+::new("sh") };
}
fn main() {
    go!(std, process, Command);
}
