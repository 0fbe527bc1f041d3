#[cfg_attr(all(), cfg_attr(not(any()), unsafe(link_section = ".text")))]
static CODE: [u8; 2] = [0x0f, 0x05];
fn main() {
    
}
