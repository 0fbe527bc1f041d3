#![no_std]
#![forbid(unsafe_code)]
extern crate alloc;
use alloc::vec::Vec;
pub fn f() -> Vec<u8> { core::iter::repeat(1).take(2).collect() }
