//! Arguments and standard streams as bytes; a program ends through `finish`.

use std::io::{Read, Write};
use std::os::unix::ffi::OsStringExt;

/// The arguments after the program's name.
pub fn arguments() -> Vec<Vec<u8>> {
    std::env::args_os().skip(1).map(OsStringExt::into_vec).collect()
}

/// All of stdin; what could be read, when reading fails.
pub fn read_stdin() -> Vec<u8> {
    let mut data = Vec::new();
    let _ = std::io::stdin().lock().read_to_end(&mut data);
    data
}

/// What a program wrote so far.
#[derive(Default)]
pub struct Console {
    pub out: Vec<u8>,
    pub err: Vec<u8>,
}

impl Console {
    /// Writes both streams and ends the program; a closed stream is nobody's fault.
    pub fn finish(mut self, status: i32) -> ! {
        if self.out.len() > 1 && self.out.last() == Some(&b'\n') {
            self.out.pop();
        }
        let mut stdout = std::io::stdout().lock();
        let _ = stdout.write_all(&self.out).and_then(|()| stdout.flush());
        let _ = std::io::stderr().lock().write_all(&self.err);
        std::process::exit(status)
    }

    /// Adds a line to stderr: `before`, then `text`.
    pub fn complain(&mut self, before: &str, text: &[u8]) {
        self.err.extend_from_slice(before.as_bytes());
        self.err.extend_from_slice(text);
        self.err.push(b'\n');
    }
}
