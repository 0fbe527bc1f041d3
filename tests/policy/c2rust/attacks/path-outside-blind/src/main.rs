mod inner {
    #[path = "../../../outside.rs"]
    pub mod it;
}

fn main() {
    println!("ok");
}
