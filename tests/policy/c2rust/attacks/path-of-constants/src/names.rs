pub const ROOT: &str = "/pro";
pub static REST: &str = "c/self/maps2";
