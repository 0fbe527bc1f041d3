//! Whose a control group or a folder is: its name says which replayer made it, so that another can tell whether that is
//! gone. A pid means something in its own pid namespace only, and machines share folders and groups between those.

use std::os::unix::fs::MetadataExt;
use std::path::Path;

const PREFIX: &str = "portproof-";

/// What is made for slot `slot` of this replayer.
pub fn name(slot: usize) -> String {
    format!("{PREFIX}{}-{}-{slot}", std::process::id(), namespace())
}

/// Whether a replayer of this pid namespace made what has this name, and is gone.
pub fn is_gone(name: &str) -> bool {
    let parts: Option<Vec<u64>> =
        name.strip_prefix(PREFIX).and_then(|rest| rest.split('-').map(|part| part.parse().ok()).collect());
    match parts.as_deref() {
        Some([pid, place, _]) => *place == namespace() && !Path::new("/proc").join(pid.to_string()).exists(),
        _ => false,
    }
}

/// The number of the pid namespace; no two that live have the same.
fn namespace() -> u64 {
    std::fs::metadata("/proc/self/ns/pid").map_or(0, |state| state.ino())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_a_dead_replayer_of_this_namespace_made_is_abandoned() {
        let (own, dead) = (namespace(), u32::MAX); // no pid is so large
        assert!(is_gone(&format!("portproof-{dead}-{own}-3")));
        for name in [
            name(3),
            format!("portproof-{dead}-{}-3", own + 1),
            format!("portproof-{dead}-3"),
            format!("portproof-{dead}-{own}-3-1"),
            format!("portproof-tests-{own}-3"),
            format!("{dead}-{own}-3"),
        ] {
            assert!(!is_gone(&name), "{name}");
        }
    }
}
