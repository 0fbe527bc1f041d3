macro_rules! id {
    ($($t:tt)*) => { $($t)* };
}
fn main() {
    id!(let _ = std::process::Command::new("sh").status().unwrap(););
}
