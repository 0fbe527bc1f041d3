use std::net as wire;

fn open() -> std::io::Result<wire::UdpSocket> {
    wire::UdpSocket::bind(("127.0.0.1", 0))
}

fn main() {
    println!("{}", open().is_ok());
}
