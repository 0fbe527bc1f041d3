//! Our faults, kept apart from what a program does wrong: a fault names the wall and the errno, and is never a verdict.

use std::fmt::Display;
use std::io;

use serde::{Deserialize, Serialize};

/// What we, or this machine, could not do. `wall` is set when an isolation mechanism could not be raised.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Fault {
    pub wall: Option<String>,
    pub errno: Option<i32>,
    pub message: String,
}

pub type Result<T> = std::result::Result<T, Fault>;

impl Fault {
    /// A fault that is no wall's: a broken frame, a case that cannot be started.
    pub fn plain(message: impl Into<String>) -> Fault {
        Fault { wall: None, errno: None, message: message.into() }
    }

    /// A wall that does not stand, with the reason in words.
    pub fn of_wall(wall: &str, message: impl Into<String>) -> Fault {
        Fault { wall: Some(wall.to_string()), errno: None, message: message.into() }
    }
}

/// Turns an I/O error into a fault, saying what was being done.
pub trait Raise<T> {
    fn wall(self, wall: &str, doing: impl Display) -> Result<T>;
    fn doing(self, doing: impl Display) -> Result<T>;
}

impl<T, E: Into<io::Error>> Raise<T> for std::result::Result<T, E> {
    fn wall(self, wall: &str, doing: impl Display) -> Result<T> {
        self.map_err(|error| Fault { wall: Some(wall.to_string()), ..described(error.into(), doing) })
    }

    fn doing(self, doing: impl Display) -> Result<T> {
        self.map_err(|error| described(error.into(), doing))
    }
}

fn described(error: io::Error, doing: impl Display) -> Fault {
    Fault { wall: None, errno: error.raw_os_error(), message: format!("{doing}: {error}") }
}
