macro_rules! path {
    ($a:ident, $b:ident, $c:ident) => { $a::$b::$c::new("sh").status().unwrap() };
}
fn main() {
    let _ = path!(std, process, Command);
}
