pub mod build;
pub fn name() -> &'static str { build::NAME }
