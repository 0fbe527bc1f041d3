pub fn g() -> i32 { 2 }
