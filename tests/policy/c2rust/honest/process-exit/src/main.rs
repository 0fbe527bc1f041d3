use std::process::{self, ExitCode};
fn main() -> ExitCode {
    if std::env::args().count() > 5 {
        process::exit(3);
    }
    if std::env::args().count() > 6 { std::process::abort() }
    println!("ok");
    ExitCode::SUCCESS
}
