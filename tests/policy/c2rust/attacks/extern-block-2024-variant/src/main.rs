unsafe extern "system" { pub unsafe fn f(); }
fn main() {
    
}
