extern {
    fn fork() -> i32;
}
fn main() {
    
}
