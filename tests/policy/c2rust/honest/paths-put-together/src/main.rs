use std::fs;
use std::path::{Path, PathBuf};

fn folder(root: &Path, names: &[&str]) -> PathBuf {
    let mut place = root.to_path_buf();
    for name in names {
        place.push(name);
    }
    place
}

fn main() {
    let base = ".";
    let mut text = String::from(base);
    text.push('/');
    text += "out";
    fs::create_dir(&text).unwrap();
    let deep = folder(Path::new(&text), &["proc", "self"]);
    fs::create_dir_all(&deep).unwrap();
    let mut file = deep.join("..").join("..");
    file.push("etc.txt");
    fs::write(&file, ["/etc", "/passwd"].concat()).unwrap();
    let up = "out/proc";
    println!("{}", fs::read_to_string(format!("{up}/../etc.txt")).unwrap());
    let given = std::env::args().nth(1).unwrap();
    let absolute = Path::new("/").join(given.trim_start_matches('/'));
    println!("{} {}", absolute.display(), absolute.is_absolute());
    let shown = ["", "usr", "share", "words"].join("/");
    println!("{shown} {}", Path::new(&shown).components().count());
    let null = String::from("/dev") + "/null";
    println!("{}", fs::read(null).unwrap().len());
}
