pub extern crate std as rt;
