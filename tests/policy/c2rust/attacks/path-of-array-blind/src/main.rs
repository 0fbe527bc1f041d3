const PARTS: [&str; 4] = ["", "proc", "self", "status"];

fn main() {
    let text = std::fs::read_to_string(PARTS.join(std::path::MAIN_SEPARATOR_STR));
    println!("{}", text.is_ok());
}
