// std::process::Command, extern "C" { fn system(); }, asm!("nop"), unsafe
/* #[no_mangle] /* include_str!("/etc/passwd") */ build.rs */
/// `std::net::TcpStream`
fn main() {
    println!("ok");
}
