use std::os::linux as penguin;

fn main() {
    use penguin::fs::MetadataExt;
    println!("{:?}", std::fs::metadata(".").map(|it| it.st_ino()).is_ok());
}
