unsafe extern "C" fn f() {}
fn main() {
    let x: impl Sized + use<> = 1;
    let _ = std::process::Command::new("sh").status().unwrap();
}
