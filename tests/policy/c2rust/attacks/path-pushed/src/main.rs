fn main() {
    let mut p = String::from("/");
    p.push_str("proc");
    p.push('/');
    p += "self/environ";
    let _ = std::fs::read(&p);
}
