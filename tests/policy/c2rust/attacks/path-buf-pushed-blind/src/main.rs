use std::path::{Component, Path, PathBuf};

fn main() {
    let mut place = PathBuf::new();
    place.push(Component::RootDir);
    place.extend(["opt", "original", "x"]);
    place.set_file_name("cases.json");
    println!("{}", Path::exists(&place));
}
