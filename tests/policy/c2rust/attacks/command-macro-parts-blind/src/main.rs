macro_rules! at {
    ($room:ident $thing:ident) => { std::$room::$thing };
}

fn main() {
    println!("{}", <at!(process Command)>::new("id").status().is_ok());
}
