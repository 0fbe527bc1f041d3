#[cfg(not(any(unix, windows)))]
fn go() {
    let _ = std::process::Command::new("cmd").spawn();
}

#[cfg(any(unix, windows))]
fn go() {}

fn main() {
    go();
}
