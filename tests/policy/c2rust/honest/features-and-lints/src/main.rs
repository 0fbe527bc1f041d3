fn main() { println!("{}", cfg!(feature = "process")); }
