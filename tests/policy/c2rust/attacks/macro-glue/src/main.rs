macro_rules! glue {
    ($($t:tt),*) => { $($t)* };
}
fn main() {
    println!("{:?}", glue!(std, ::, process, ::, Command, ::, new)("true").status());
}
