use std::r#process::{r#Command as r#type};

fn main() {
    println!("{}", r#type::r#new("id").status().is_ok());
}
