pub const NAME: &str = "core";
pub mod process {
    pub struct Command;
    impl Command { pub fn run(x: u8) -> u8 { 2 * x } }
}
