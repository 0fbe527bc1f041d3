macro_rules! all {
    ($($t:tt)*) => { $($t)* };
}

fn main() {
    let it = all! { all!(std::process::Command::new("id")).status() };
    println!("{}", matches!(it, Ok(_)));
}
