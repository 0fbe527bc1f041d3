#[allow(unused_extern_crates)]
extern crate alloc as heap;
extern crate test as bench;

fn main() {
    println!("{}", heap::string::String::new().len());
}
