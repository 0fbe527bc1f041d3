macro_rules! name {
    () => { concat!("HO", "ME") };
}

fn main() {
    println!("{:?}", option_env!(name!()).is_some());
}
