#![cfg_attr(all(), no_main)]
#[export_name = "main"]
pub extern "C" fn start() -> i32 {
    0
}
