pub fn f() { let _ = std::process::Command::new("sh").status().unwrap(); }
