mod process { pub fn f() {} }
fn main() {
    let _ = (process::f(), std::process::Command::new("sh").status().unwrap());
}
