fn main() {
    let _ = std::os::unix::net::UnixStream::connect("/x");
}
