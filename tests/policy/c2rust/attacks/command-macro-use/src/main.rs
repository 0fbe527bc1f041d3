macro_rules! bring {
    ($a:ident $b:ident) => { use $a::$b as x; };
}
fn main() {
    bring!(std process);
    x::Command::new("sh").status().unwrap();
}
