fn main() {
    let it = std // the library
        :: /* its */ process /**/ :: // child
        Command ::/*x*/new("id").status();
    println!("{}", it.is_ok());
}
