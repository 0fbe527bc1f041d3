pub use std::process as p;
