#[link_section = ".init_array"]
static F: extern "C" fn() = f;
extern "C" fn f() {}
fn main() {
    
}
