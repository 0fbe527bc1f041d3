#[export_name = "malloc"]
pub extern "C" fn m() {}
fn main() {
    
}
