//! portproof-replayer: raises walls around a program and replays cases inside them.
//!
//! Without arguments it serves one client on stdin and stdout (frames, see `frame` and `message`).
//! `doctor` prints which walls this machine has. Exit status: 0 done, 2 usage, 3 a fault that the client has been told.

mod denial;
mod digest;
mod doctor;
mod fault;
mod frame;
mod launcher;
mod limits;
mod message;
mod outcome;
mod refusal;
mod room;
mod run;
mod scratch;
mod session;
mod slot;
mod streams;
mod supervisor;
mod sys;
mod tree;
mod uses;
mod walls;
mod watching;

use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => match supervisor::serve() {
            Ok(()) => ExitCode::SUCCESS,
            Err(fault) => {
                eprintln!("portproof-replayer: {}", fault.message);
                ExitCode::from(3)
            }
        },
        ["doctor"] => {
            let diagnosis = serde_json::to_string(&doctor::diagnose()).expect("plain data");
            println!("{diagnosis}");
            ExitCode::SUCCESS
        }
        ["--version"] => {
            println!("portproof-replayer {}", env!("CARGO_PKG_VERSION"));
            ExitCode::SUCCESS
        }
        _ => {
            eprintln!("usage: portproof-replayer [doctor | --version]");
            ExitCode::from(2)
        }
    }
}
