#[cfg_attr(unix, link(name = "z", kind = "dylib"))]
extern "C" {}

fn main() {
    println!("ok");
}
