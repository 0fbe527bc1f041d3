use std::fs::OpenOptions;

fn main() {
    let it = OpenOptions::new().read(true).write(true).open(concat!("/dev", "/", "kmem"));
    println!("{}", it.is_ok());
}
