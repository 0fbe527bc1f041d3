fn main() {
    let _ = std::net::TcpStream::connect("127.0.0.1:1");
}
