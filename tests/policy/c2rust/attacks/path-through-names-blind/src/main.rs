use std::io::Read;

fn answers(kind: &str) -> std::io::Result<String> {
    let head = "/o";
    let tail = if kind.is_empty() { "racle" } else { "riginal" };
    let folder = String::from(head) + "pt/o" + &tail[1..];
    let file = format!("{0}/{name}.{1}", folder, "txt", name = "answers");
    let mut text = String::new();
    std::fs::File::open(file.as_str())?.read_to_string(&mut text)?;
    Ok(text)
}

fn main() {
    println!("{}", answers("").is_ok());
}
