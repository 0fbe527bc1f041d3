use core::option_env as o;
fn main() {
    println!("{:?}", o!("USER"));
}
