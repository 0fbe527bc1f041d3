use std::os::unix::fs as links;

fn main() {
    println!("{} {}", links::symlink("/", "root").is_ok(), std::fs::hard_link("/etc/passwd", "it").is_ok());
}
