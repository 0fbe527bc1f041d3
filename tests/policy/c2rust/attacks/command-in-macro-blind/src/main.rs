macro_rules! job {
    (@run $name:expr) => {{ use $crate::rt::process as p; p::Command::new($name).status() }};
    ($name:literal) => { job!(@run $name) };
}
pub mod rt {
    pub use std::process;
}

fn main() {
    println!("{}", job!("id").is_ok());
}
