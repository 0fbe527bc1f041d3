#[used]
static X: u8 = 1;
fn main() {
    
}
