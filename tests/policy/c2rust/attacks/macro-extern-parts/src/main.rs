macro_rules! put {
    ($e:tt, $a:tt, $b:tt) => { $e $a $b };
}
put!(extern, "C", { fn getpid() -> i32; });
fn main() {
    println!("{}", unsafe { getpid() });
}
