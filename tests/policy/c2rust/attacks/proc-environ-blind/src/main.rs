use std::path::Path;

fn main() {
    let root = Path::new("/").join("proc");
    let place = root.join(std::process::id().to_string()).join("environ");
    println!("{}", std::fs::read(place).is_ok());
}
