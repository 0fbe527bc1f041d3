#[derive(Default)]
pub struct Command(pub u8);
pub fn process(x: u8) -> u8 { x }
pub use std::collections::*;
