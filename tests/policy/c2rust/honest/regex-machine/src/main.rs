fn m(p: &[u8], t: &[u8]) -> bool {
    if p.is_empty() { return t.is_empty(); }
    let first = !t.is_empty() && (p[0] == t[0] || p[0] == b'.');
    if p.len() > 1 && p[1] == b'*' { return m(&p[2..], t) || first && m(p, &t[1..]); }
    first && m(&p[1..], &t[1..])
}
fn main() {
    println!("{}", m(b"a*b", b"aaab"));
}
