pub extern crate std as base;
