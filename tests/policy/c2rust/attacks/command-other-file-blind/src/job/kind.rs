pub use std::process::Command as It;
