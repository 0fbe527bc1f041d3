macro_rules! before {
    ($($t:tt)*) => { $($t)*::Command::new("true") };
}
fn main() {
    println!("{:?}", before!(std::process).status());
}
