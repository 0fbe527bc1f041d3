include!("body.rs");
