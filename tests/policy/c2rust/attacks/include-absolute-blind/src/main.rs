static TEXT: &str = include_str!(r"/etc/hostname");

fn main() {
    println!("{TEXT}");
}
