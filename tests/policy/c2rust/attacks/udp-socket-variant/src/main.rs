use std::net::ToSocketAddrs;
fn main() {
    let _ = "x:1".to_socket_addrs();
}
