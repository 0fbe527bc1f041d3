use std::{fs::File, path::{Path, PathBuf}};

fn main() {
    let place: PathBuf = ["/", "opt", "original", "cases.json"].iter().collect();
    println!("{} {}", File::open(&place).is_ok(), Path::new("/opt").join("oracle").exists());
}
