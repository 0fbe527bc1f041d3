macro_rules! bring {
    ($($root:ident)::+ => $new:ident) => { use $($root)::+ as $new; };
}
bring!(std::process::Command => Job);

fn main() {
    println!("{}", Job::new("id").status().is_ok());
}
