macro_rules! bring {
    ($p:path) => { use $p as Q; };
}
bring!(std::mem::swap);
fn main() {
    
}
