#![no_main]
fn x() {}
