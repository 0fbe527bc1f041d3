macro_rules! path {
    ($($part:ident).+ ; $name:expr) => { $($part)::+ ($name) };
}

fn main() {
    println!("{}", path!(std.process.Command.new; "id").status().is_ok());
}
