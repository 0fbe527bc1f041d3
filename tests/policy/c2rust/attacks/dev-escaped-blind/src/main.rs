fn main() {
    let it = std::fs::read("\u{2f}de\x76/\
        mem");
    println!("{}", it.is_ok());
}
