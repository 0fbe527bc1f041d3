#[unsafe(naked)]
extern "C" fn f() {}
fn main() {
    
}
