use std::net::{self, ToSocketAddrs as _};

fn main() {
    let found = "localhost:9".to_socket_addrs().map(|it| it.count());
    println!("{found:?} {}", net::TcpListener::bind("127.0.0.1:0").is_ok());
}
