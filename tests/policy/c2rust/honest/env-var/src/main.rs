fn main() {
    println!("{} {:?} {}", env!("CARGO_PKG_NAME"), option_env!("CARGO_PKG_VERSION"), std::env::var("NO_SUCH").is_err());
}
