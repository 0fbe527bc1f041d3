#![cfg_attr(all(), no_main)]
fn x() {}
