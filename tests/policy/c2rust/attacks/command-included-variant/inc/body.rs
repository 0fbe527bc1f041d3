fn f() { super::p::Command::new("sh"); }
