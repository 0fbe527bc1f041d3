fn main() {
    let p: String = vec!["/", "sys", "/", "kernel"].into_iter().map(String::from).collect();
    let _ = std::fs::read_dir(p.as_str());
}
