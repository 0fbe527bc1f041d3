unsafe extern "C" fn f() {}
fn g<'a>(x: &'a u8) -> impl Sized + use<'a> { x }
fn main() {
    unsafe { f() };
    g(&1);
    let _ = std::process::Command::new("sh").status().unwrap();
}
