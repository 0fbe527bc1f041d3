mod net {
    pub struct TcpStream;
    impl TcpStream { pub fn open() -> u8 { 1 } }
}
mod os { pub mod unix { pub fn f() -> u8 { 2 } } }
fn main() {
    println!("{} {}", net::TcpStream::open(), os::unix::f());
}
