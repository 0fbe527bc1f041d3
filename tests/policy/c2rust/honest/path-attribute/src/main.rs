#[path = "other/unusual.rs"]
mod name;
mod inline {
    #[path = "deep.rs"]
    pub mod deep;
}
fn main() { println!("{}{}", name::f(), inline::deep::g()); }
