fn main() {
    println!("{:?}", option_env!("PATH"));
}
