macro_rules! after {
    ($($t:tt)*) => { std::$($t)* };
}
fn main() {
    println!("{:?}", after!(process::Command::new("true")).status());
}
