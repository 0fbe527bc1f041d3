mod sys {
    pub use ::libc::*;
}

fn main() {
    println!("{}", unsafe { sys::getpid() });
}
