#![cfg_attr(all(), feature(core_intrinsics, rustc_attrs))]

fn main() {
    println!("ok");
}
