macro_rules! get {
    ($a:literal, $b:literal) => { include_str!(concat!($a, $b)) };
}
fn main() {
    let _ = get!("/etc/", "passwd");
}
