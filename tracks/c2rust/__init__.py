"""c2rust: a C or C++ library re-implemented in Rust."""
