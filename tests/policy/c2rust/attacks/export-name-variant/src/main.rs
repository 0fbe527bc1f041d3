#[ unsafe ( export_name = "free" ) ]
pub fn m() {}
fn main() {
    
}
