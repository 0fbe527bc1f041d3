const WHO: Option<&str> = core::option_env!("USER");
const PLACE: &str = std::env!("PATH", "none");

fn main() {
    println!("{} {}", PLACE.len(), WHO.is_some());
}
