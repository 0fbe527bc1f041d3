fn main() {
    let p = ["/us", "r/bin/python3"].concat();
    let _ = std::fs::read(p);
}
