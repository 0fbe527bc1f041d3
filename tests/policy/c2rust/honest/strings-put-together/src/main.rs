use std::fmt::Write;

const ROOT: &str = "/pro";
static PARTS: [&str; 3] = ["/", "sys", "tem"];

fn base() -> &'static str {
    "/de"
}

fn main() {
    let first = format!("{ROOT}{}", "cess");
    let mut second = String::from("/");
    second.push_str("proc");
    second.push_str("edure");
    second += "/self";
    let mut third = String::new();
    write!(third, "/{}", "sys").unwrap();
    third.push('t');
    let fourth = PARTS.concat() + "/kernel";
    let fifth = [base(), "v"].concat() + "/null";
    let sixth: String = "cod/corp/".chars().rev().map(|c| if c == 'c' { 'k' } else { c }).collect();
    let seventh = "-proc-self".replace('-', ".");
    for text in [&first, &second, &third, &fourth, &fifth, &sixth, &seventh] {
        println!("{text}");
    }
}
