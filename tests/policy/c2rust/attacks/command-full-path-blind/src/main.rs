fn main() {
    let mut list = vec![<::std::process::Command>::new("id")];
    println!("{}", list.remove(0).status().is_ok());
}
