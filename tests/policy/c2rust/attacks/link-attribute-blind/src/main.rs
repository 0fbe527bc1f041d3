#[cfg_attr(unix, link(name = "m", kind = "dylib"))]
extern "C" {}

fn main() {
    println!("ok");
}
