"""Layer 3 for Rust: which paths, attributes and macros a crate names."""
