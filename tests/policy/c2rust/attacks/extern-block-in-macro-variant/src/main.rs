macro_rules! imports {
    ($abi:literal) => { extern $abi { fn fork() -> i32; } };
}
imports!("C");
fn main() {
    
}
