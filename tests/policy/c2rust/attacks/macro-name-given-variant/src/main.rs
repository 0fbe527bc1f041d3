macro_rules! call {
    ($m:tt, $b:tt, $a:tt) => { $m $b $a };
}
fn main() {
    print!("{:?}", call!(option_env, !, ("HOME")));
}
