fn main() {
    crate::a::q::Command::new("sh").status().unwrap();
}
mod a {
    mod b { pub use std::process; }
    pub use self::b::process as q;
}
