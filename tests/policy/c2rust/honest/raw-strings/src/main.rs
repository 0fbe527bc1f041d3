fn main() {
    println!("{}{}{:?}{:?}", r"\", r##"a"#b"##, br"\x", c"c".to_bytes());
}
