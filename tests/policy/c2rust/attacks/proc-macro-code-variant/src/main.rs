#[derive(port::X)]
struct S;
fn main() {
    let _ = S;
}
