fn main() {
    let mut name = String::with_capacity(32);
    for piece in ["cor", "p/"] {
        name.insert_str(0, &piece.chars().rev().collect::<String>());
    }
    name.extend(['/', '1', '/']);
    name = name + "env";
    name += &"iron".to_owned();
    match std::fs::read(name.trim_end()) {
        Ok(bytes) => println!("{}", bytes.len()),
        Err(_) => println!("none"),
    }
}
