#[unsafe(no_mangle)]
pub extern "C" fn write() {}
fn main() {
    
}
