//! Memory and process limits by control group, where we may make one: version 1 as root.
//!
//! One group per slot and controller, made by the supervisor and removed by it; the supervisor opens the files, so the
//! launcher can use them after it has given up its rights. A group whose maker was killed is removed by the next one.

use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::os::fd::{AsRawFd, RawFd};
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};

use crate::fault::{Fault, Raise, Result};
use crate::message::Limits;

const PREFIX: &str = "portproof-";

/// A slot's groups. Dropping it removes them, once no process is left inside.
pub struct Groups {
    memory: Controller,
    pids: Controller,
    memory_limit: u64,
    pids_limit: u64,
}

struct Controller {
    folder: PathBuf,
    procs: File,
    limit: File,
    events: File,
    peak: Option<File>,
    before: u64,
}

/// What the groups saw of one case.
pub struct Seen {
    pub peak_kib: u64,
    pub out_of_memory: bool,
    pub out_of_processes: bool,
}

/// Where a version 1 controller's groups can be made: the folder of the group that we are in.
pub fn home(controller: &str) -> Result<PathBuf> {
    let wall = format!("cgroup-v1:{controller}");
    let absent = |what: &str| Fault::of_wall(&wall, what.to_string());
    let own = fs::read_to_string("/proc/self/cgroup").wall(&wall, "/proc/self/cgroup")?;
    let group = own
        .lines()
        .find_map(|line| {
            let mut fields = line.splitn(3, ':').skip(1);
            fields.next()?.split(',').any(|name| name == controller).then(|| fields.next())?
        })
        .ok_or_else(|| absent("this kernel has no such controller, or it belongs to version 2"))?;
    let mounts = fs::read_to_string("/proc/self/mountinfo").wall(&wall, "/proc/self/mountinfo")?;
    for line in mounts.lines() {
        let Some((left, right)) = line.split_once(" - ") else { continue };
        let (left, right): (Vec<&str>, Vec<&str>) = (left.split(' ').collect(), right.split(' ').collect());
        let ours = right.len() == 3 && right[0] == "cgroup" && right[2].split(',').any(|name| name == controller);
        if let (true, Some(root), Some(point)) = (ours, left.get(3), left.get(4)) {
            let below = group.strip_prefix(root.trim_end_matches('/')).unwrap_or(group);
            return Ok(Path::new(point).join(below.trim_start_matches('/')));
        }
    }
    Err(absent("the controller is not mounted"))
}

/// Whether groups can be made here, and if not why.
pub fn available(controller: &str) -> Result<()> {
    let home = home(controller)?;
    rustix::fs::access(&home, rustix::fs::Access::WRITE_OK)
        .wall(&format!("cgroup-v1:{controller}"), format!("{} is not writable", home.display()))
}

impl Groups {
    pub fn make(slot: usize) -> Result<Groups> {
        let name = format!("{PREFIX}{}-{slot}", std::process::id());
        let memory = Controller::make("memory", &name, ["memory.limit_in_bytes", "memory.oom_control"])?;
        let pids = Controller::make("pids", &name, ["pids.max", "pids.events"])?;
        Ok(Groups { memory, pids, memory_limit: 0, pids_limit: 0 })
    }

    pub const NAMES: [&str; 2] = ["cgroup-v1:memory", "cgroup-v1:pids"];

    /// The descriptors to which a process writes "0" to enter.
    pub fn doors(&self) -> [RawFd; 2] {
        [self.memory.procs.as_raw_fd(), self.pids.procs.as_raw_fd()]
    }

    /// Every descriptor that a launcher keeps.
    pub fn descriptors(&self) -> Vec<RawFd> {
        [&self.memory, &self.pids]
            .into_iter()
            .flat_map(|it| [Some(&it.procs), Some(&it.limit), Some(&it.events), it.peak.as_ref()])
            .flatten()
            .map(AsRawFd::as_raw_fd)
            .collect()
    }

    /// Sets the limits of the case to come and remembers the counters.
    pub fn begin(&mut self, limits: &Limits) -> Result<()> {
        if self.memory_limit != limits.memory_bytes {
            set(&self.memory.limit, limits.memory_bytes).wall("cgroup-v1:memory", "setting the limit")?;
            self.memory_limit = limits.memory_bytes;
        }
        if self.pids_limit != limits.processes {
            set(&self.pids.limit, limits.processes).wall("cgroup-v1:pids", "setting the limit")?;
            self.pids_limit = limits.processes;
        }
        if let Some(peak) = &self.memory.peak {
            set(peak, 0).wall("cgroup-v1:memory", "resetting the peak")?;
        }
        self.memory.before = count(&self.memory.events, "oom_kill ").wall("cgroup-v1:memory", "reading")?;
        self.pids.before = count(&self.pids.events, "max ").wall("cgroup-v1:pids", "reading")?;
        Ok(())
    }

    /// What happened since `begin`.
    pub fn end(&self) -> Result<Seen> {
        let killed = count(&self.memory.events, "oom_kill ").wall("cgroup-v1:memory", "reading")?;
        let refused = count(&self.pids.events, "max ").wall("cgroup-v1:pids", "reading")?;
        let peak = match &self.memory.peak {
            Some(file) => count(file, "").wall("cgroup-v1:memory", "reading the peak")?,
            None => 0,
        };
        Ok(Seen {
            peak_kib: peak / 1024,
            out_of_memory: killed > self.memory.before,
            out_of_processes: refused > self.pids.before,
        })
    }

    /// Removes the groups; the kernel needs a moment after the last process has gone.
    pub fn remove(&self) {
        for folder in [&self.memory.folder, &self.pids.folder] {
            for _ in 0..200 {
                match fs::remove_dir(folder) {
                    Err(error) if error.raw_os_error() == Some(libc::EBUSY) => {
                        std::thread::sleep(std::time::Duration::from_millis(1));
                    }
                    _ => break,
                }
            }
        }
    }
}

impl Controller {
    fn make(controller: &str, name: &str, [limit, events]: [&str; 2]) -> Result<Controller> {
        let wall = format!("cgroup-v1:{controller}");
        let home = home(controller)?;
        sweep(&home);
        let folder = home.join(name);
        if let Err(error) = fs::create_dir(&folder) {
            if error.kind() != std::io::ErrorKind::AlreadyExists {
                return Err(error).wall(&wall, folder.display());
            }
        }
        let open = |file: &str, write: bool| {
            let path = folder.join(file);
            OpenOptions::new().read(!write || file != "cgroup.procs").write(write).open(&path).wall(&wall, path.display())
        };
        Ok(Controller {
            procs: open("cgroup.procs", true)?,
            limit: open(limit, true)?,
            events: open(events, false)?,
            peak: open("memory.max_usage_in_bytes", true).ok(),
            folder,
            before: 0,
        })
    }
}

/// Removes groups of replayers that were killed before they could.
fn sweep(home: &Path) {
    for entry in fs::read_dir(home).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let owner = name.to_str().and_then(|name| name.strip_prefix(PREFIX)).and_then(|rest| rest.split('-').next());
        if let Some(pid) = owner.filter(|pid| pid.bytes().all(|digit| digit.is_ascii_digit())) {
            if !Path::new("/proc").join(pid).exists() {
                let _ = fs::remove_dir(entry.path());
            }
        }
    }
}

fn set(mut file: &File, value: u64) -> std::io::Result<()> {
    file.write_all(value.to_string().as_bytes())
}

/// The number after `key` in a small file.
fn count(file: &File, key: &str) -> std::io::Result<u64> {
    let mut buffer = [0; 512];
    let length = file.read_at(&mut buffer, 0)?;
    let text = String::from_utf8_lossy(&buffer[..length]);
    let value = text.lines().find_map(|line| line.strip_prefix(key)).unwrap_or("0");
    value.trim().parse().map_err(|_| std::io::Error::other(format!("{key:?}: {value:?} is no number")))
}
