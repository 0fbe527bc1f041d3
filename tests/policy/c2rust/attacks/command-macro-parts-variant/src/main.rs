macro_rules! go {
    ($m:ident) => { std::$m::Command::new("sh") };
}
fn main() {
    go!(process);
}
