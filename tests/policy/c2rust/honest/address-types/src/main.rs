use std::net::{IpAddr, Ipv6Addr};
const _: Ipv6Addr = Ipv6Addr::LOCALHOST;
fn main() {
    let a: IpAddr = "::1".parse().unwrap();
    let s = std::net::SocketAddr::new(a, 80);
    println!("{s} {}", std::net::Ipv4Addr::LOCALHOST);
}
