fn main() {
    a::b::p::Command::new("sh").status().unwrap();
}
mod a {
    pub mod b {
        pub use std::process as p;
    }
}
