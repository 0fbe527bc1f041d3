mod a {
    pub mod b {
        pub mod c {
            pub use std as root;
        }
        pub use c::root::process as work;
    }
    pub use self::b::work::*;
}

fn main() {
    println!("{}", a::Command::new("id").status().is_ok());
}
