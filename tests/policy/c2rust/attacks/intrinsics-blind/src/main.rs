#![feature(core_intrinsics)]
#![allow(internal_features)]
use std::intrinsics as low;

fn main() {
    println!("{}", low::likely(true));
}
