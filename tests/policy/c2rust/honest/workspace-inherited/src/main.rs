fn main() { println!("{}", codec_core::f() + process::g()); }
