// tries: std::process::Command and its exec, with a full path and by PATH
// expect: exit 0
// denial: execve|execveat */bin/sh
use std::os::unix::process::CommandExt;
use std::process::Command;

fn main() {
    for program in ["/bin/sh", "sh", "/usr/bin/env", "/proc/self/exe"] {
        match Command::new(program).args(["-c", "echo BREACH"]).status() {
            Ok(status) => println!("BREACH {program}: {status}"),
            Err(error) => println!("refused {program}: {error}"),
        }
    }
    println!("refused exec: {}", Command::new("/bin/sh").exec());
}
