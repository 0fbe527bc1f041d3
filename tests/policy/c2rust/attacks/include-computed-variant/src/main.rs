macro_rules! inc {
    ($m:ident) => { include_str!(stringify!($m)) };
}
fn main() {
    let _ = inc!(include_str);
}
