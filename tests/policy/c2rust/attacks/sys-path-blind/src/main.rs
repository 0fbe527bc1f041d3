use std::fs;

fn main() {
    let parts = ["/sys", "kernel"];
    println!("{}", fs::read_dir(parts.join("/")).is_ok());
}
