struct S;
impl S {
    fn exec(&self) -> u8 { 1 }
    fn spawn(&self) -> u8 { 2 }
    fn system() -> u8 { 3 }
}
fn main() {
    let s = S;
    println!("{}{}{}", s.exec(), s.spawn(), S::system());
}
