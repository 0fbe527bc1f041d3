macro_rules! go {
    ($($s:ident),*) => { $($s)::+::new("sh").status().unwrap() };
}
fn main() {
    go!(std, process, Command);
}
