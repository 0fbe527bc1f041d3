// tries: std::net and Unix sockets: TCP, UDP, a listener, a path, a name
// expect: exit 0
// denial: socket AF_INET stream
// denial: socket AF_INET6 stream
// denial: socket AF_INET datagram
// denial: socket AF_UNIX stream
// denial: socketpair AF_UNIX datagram
// args: {tcp} {udp}
use std::net::{TcpListener, TcpStream, UdpSocket};
use std::os::unix::net::{UnixDatagram, UnixListener, UnixStream};

fn told<T>(what: &str, result: std::io::Result<T>) {
    match result {
        Ok(_) => println!("BREACH {what}"),
        Err(error) => println!("refused {what}: {error}"),
    }
}

fn main() {
    let ports: Vec<u16> = std::env::args().skip(1).map(|port| port.parse().unwrap()).collect();
    told("connect", TcpStream::connect(("127.0.0.1", ports[0])));
    told("connect to IPv6", TcpStream::connect(("::1", ports[0])));
    told("listen", TcpListener::bind("127.0.0.1:0"));
    told("send", UdpSocket::bind("127.0.0.1:0").and_then(|socket| socket.send_to(b"x", ("127.0.0.1", ports[1]))));
    told("a socket with a path", UnixListener::bind("portproof-breach"));
    told("the system log", UnixStream::connect("/dev/log"));
    told("the system bus", UnixStream::connect("/run/dbus/system_bus_socket"));
    told("a pair of datagram sockets", UnixDatagram::pair());
    UnixStream::pair().expect("a pair of streams is allowed");
}
