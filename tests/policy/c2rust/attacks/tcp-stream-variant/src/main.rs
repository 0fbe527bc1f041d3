use std::net as n;
fn main() {
    let _ = n::TcpListener::bind("x:1");
}
