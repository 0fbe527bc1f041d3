#[unsafe(export_name = "free")]
extern "C" fn nothing(_: *mut u8) {}

fn main() {
    println!("ok");
}
