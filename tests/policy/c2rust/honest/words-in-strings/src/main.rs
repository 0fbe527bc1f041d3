fn main() {
    let words = ["std::process::Command", "extern \"C\" {", r#"asm!("syscall")"#, "#[link(name = \"c\")]", "env!(\"HOME\")"];
    println!("{}", words.join("|"));
}
