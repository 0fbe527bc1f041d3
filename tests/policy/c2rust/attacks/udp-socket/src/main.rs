use std::net::{IpAddr, UdpSocket};
fn main() {
    UdpSocket::bind("0.0.0.0:0").unwrap();
}
