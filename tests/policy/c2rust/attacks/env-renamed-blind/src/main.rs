use std::{env as ask};
use core::option_env as maybe;

fn main() {
    println!("{} {}", ask!("PATH").len(), maybe!("HOME").is_some());
}
