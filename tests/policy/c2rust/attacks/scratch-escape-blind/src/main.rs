use std::env;
use std::fs;

fn main() {
    let up = env::current_dir().unwrap().join("..").join("kept.txt");
    println!("{} {}", fs::write(up, "42").is_ok(), env::set_current_dir("./../..").is_ok());
}
