use std::os::unix::net as u;
fn main() {
    let _ = u::UnixDatagram::unbound();
}
