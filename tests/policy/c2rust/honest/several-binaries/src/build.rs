pub const NAME: &str = "build";
