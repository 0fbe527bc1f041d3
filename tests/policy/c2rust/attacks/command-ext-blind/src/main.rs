use std::os::unix::process::{CommandExt as _, ExitStatusExt};

fn main() {
    println!("{:?}", std::process::ExitStatus::from_raw(9).signal());
}
