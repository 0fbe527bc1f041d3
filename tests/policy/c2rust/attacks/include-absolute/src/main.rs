fn main() {
    print!("{}", include_str!("/etc/passwd"));
}
