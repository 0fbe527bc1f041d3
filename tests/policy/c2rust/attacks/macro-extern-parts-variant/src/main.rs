macro_rules! put {
    ($b:tt) => { extern "C" $b };
}
put!({ fn getppid() -> i32; });
fn main() {
    println!("{}", unsafe { getppid() });
}
