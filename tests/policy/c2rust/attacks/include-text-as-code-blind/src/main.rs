fn main() {
    let n: i32 = include!("notes.md");
    println!("{n}");
}
