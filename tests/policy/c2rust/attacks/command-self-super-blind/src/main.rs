use std::process;

mod a {
    pub mod b {
        pub fn go() -> bool {
            super::super::process::Command::new("id").status().is_ok()
        }
    }
}

fn main() {
    println!("{}", self::a::b::go() && crate::process::Command::new("id").status().is_ok());
}
