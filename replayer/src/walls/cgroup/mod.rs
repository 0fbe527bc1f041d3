//! Memory and process limits by control group, where we may make one: version 1 as root, version 2 as root or where a
//! group that hands on both controllers is ours to write.
//!
//! One group per slot and controller, made by the supervisor and removed by it; the supervisor opens the files, so the
//! launcher can use them after it has given up its rights. A group whose maker was killed is removed by the next one (`owner`).

mod place;

use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::os::fd::{AsRawFd, RawFd};
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::Duration;

pub use place::{home, home_v2};

use crate::fault::{Raise, Result};
use crate::message::Limits;
use crate::walls::owner::{self, Claim};

/// Through this file of version 1 one thread enters, which is all that a case has yet. `cgroup.procs` moves processes, for
/// which the kernel stops every fork and exit on the machine: 8 ms for whoever does it first in a while.
const TASKS: &str = "tasks";
const PROCS: &str = "cgroup.procs";

/// Set once a process has entered a group that this replayer made, and what others left has been removed.
static ENTERED: OnceLock<()> = OnceLock::new();

/// A slot's groups: two or three of version 1, or one of version 2 with all controllers. Of version 1 only the memory group is
/// entered by each case: to move a process costs as much as all else that is done for it there. In the others the launcher
/// stays for good, and its cases are born in them: one process more, and CPU time of its own that is known.
pub struct Groups {
    memory: Controller,
    pids: Controller,
    cpu: Option<Cpu>,
    version: u8,
    memory_limit: u64,
    pids_limit: u64,
}

struct Controller {
    folder: PathBuf,
    procs: File,
    limit: File,
    events: File,
    /// None where the kernel cannot set it back: version 2 before Linux 6.12.
    peak: Option<File>,
    before: u64,
}

/// CPU time of all that ever was in the group, also of children that nobody waited for.
struct Cpu {
    procs: File,
    usage: File,
    key: &'static str,
    unit: Duration,
    before: u64,
    /// Whether the launcher is in the group too, and how much of it it had used.
    shared: bool,
    own: Duration,
}

/// What the groups saw of one case.
pub struct Seen {
    /// None where no group counts it.
    pub cpu: Option<Duration>,
    /// None where the kernel does not tell it of a single case.
    pub peak_kib: Option<u64>,
    pub out_of_memory: bool,
    pub out_of_processes: bool,
}

/// The folders of a slot's groups. Dropping them removes them, after the last process in them has gone.
#[derive(Default)]
pub struct Folders(Vec<Claim>);

impl Folders {
    /// Makes the folder, unless controllers that are mounted together have it already.
    fn make(&mut self, wall: &str, folder: &Path) -> Result<()> {
        if self.0.iter().any(|made| made.path() == folder) {
            return Ok(());
        }
        if ENTERED.get().is_none() {
            // One in which a process lives the kernel does not remove.
            Claim::abandoned(folder.parent().unwrap_or(folder)).for_each(|left| drop(fs::remove_dir(left.path())));
        }
        self.0.push(Claim::make(folder.to_path_buf()).wall(wall, folder.display())?);
        Ok(())
    }
}

impl Drop for Folders {
    /// The kernel needs a moment after the last process has gone.
    fn drop(&mut self) {
        for folder in &self.0 {
            for _ in 0..200 {
                match fs::remove_dir(folder.path()) {
                    Err(error) if error.raw_os_error() == Some(libc::EBUSY) => {
                        std::thread::sleep(std::time::Duration::from_millis(1));
                    }
                    _ => break,
                }
            }
        }
    }
}

impl Groups {
    /// Makes a slot's groups. The fault says why version 1 cannot be had where version 2 cannot either.
    pub fn make(slot: usize) -> Result<(Groups, Folders)> {
        let name = owner::name(slot).wall("cgroup", "getrandom")?;
        let made = |make: fn(&str, &mut Folders) -> Result<Groups>| {
            let mut folders = Folders::default();
            make(&name, &mut folders).map(|groups| (groups, folders))
        };
        let (groups, folders) = match made(Groups::of_version_1) {
            Ok(groups) => groups,
            Err(fault) => made(Groups::of_version_2).map_err(|_| fault)?,
        };
        // That a process can enter is tried, not concluded; once.
        if ENTERED.get().is_none() {
            groups.enter().wall(groups.names()[0], "entering the group")?;
            let _ = ENTERED.set(());
        }
        Ok((groups, folders))
    }

    fn of_version_1(name: &str, folders: &mut Folders) -> Result<Groups> {
        let memory = Controller::make(
            "cgroup-v1:memory",
            folders,
            &home("memory")?.join(name),
            [TASKS, "memory.limit_in_bytes", "memory.oom_control", "memory.max_usage_in_bytes"],
        )?;
        let pids = home("pids")?.join(name);
        let pids = Controller::make("cgroup-v1:pids", folders, &pids, [TASKS, "pids.max", "pids.events", ""])?;
        let cpu = home("cpuacct").and_then(|home| {
            let folder = home.join(name);
            folders.make("cgroup-v1:cpuacct", &folder)?;
            let procs = OpenOptions::new().write(true).open(folder.join(TASKS));
            let procs = procs.wall("cgroup-v1:cpuacct", folder.display())?;
            let usage = File::open(folder.join("cpuacct.usage")).wall("cgroup-v1:cpuacct", folder.display())?;
            let shared = folder != memory.folder;
            Ok(Cpu { procs, usage, key: "", unit: Duration::from_nanos(1), before: 0, shared, own: Duration::ZERO })
        });
        Ok(Groups { memory, pids, cpu: cpu.ok(), version: 1, memory_limit: 0, pids_limit: 0 })
    }

    fn of_version_2(name: &str, folders: &mut Folders) -> Result<Groups> {
        let folder = home_v2()?.join(name);
        let files = [PROCS, "memory.max", "memory.events", "memory.peak"];
        let memory = Controller::make("cgroup-v2", folders, &folder, files)?;
        let pids = Controller::make("cgroup-v2", folders, &folder, [PROCS, "pids.max", "pids.events", ""])?;
        let _ = fs::write(folder.join("memory.swap.max"), "0"); // absent where there is no swap
        let open = |name: &str| File::open(folder.join(name)).wall("cgroup-v2", folder.display());
        let (procs, usage) = (open(PROCS)?, open("cpu.stat")?);
        let (key, unit) = ("usage_usec ", Duration::from_micros(1));
        let cpu = Some(Cpu { procs, usage, key, unit, before: 0, shared: false, own: Duration::ZERO });
        Ok(Groups { memory, pids, cpu, version: 2, memory_limit: 0, pids_limit: 0 })
    }

    fn enter(&self) -> std::io::Result<()> {
        crate::sys::in_child(|| self.settle().and_then(|()| crate::sys::write_zero(self.door())))
    }

    pub fn names(&self) -> [&'static str; 2] {
        match self.version {
            1 => ["cgroup-v1:memory", "cgroup-v1:pids"],
            _ => ["cgroup-v2:memory", "cgroup-v2:pids"],
        }
    }

    /// The descriptor to which a case's process writes "0" to enter.
    pub fn door(&self) -> RawFd {
        self.memory.procs.as_raw_fd()
    }

    /// Whether the launcher is among the processes that are counted. Controllers that are mounted together have one group.
    fn counts_launcher(&self) -> bool {
        self.pids.folder != self.memory.folder
    }

    /// Takes the launcher into the groups in which it stays.
    pub fn settle(&self) -> std::io::Result<()> {
        let pids = self.counts_launcher().then_some(&self.pids.procs);
        let cpu = self.cpu.iter().filter(|cpu| cpu.shared).map(|cpu| &cpu.procs);
        pids.into_iter().chain(cpu).try_for_each(|door| crate::sys::write_zero(door.as_raw_fd()))
    }

    /// Every descriptor that a launcher keeps.
    pub fn descriptors(&self) -> Vec<RawFd> {
        [&self.memory, &self.pids]
            .into_iter()
            .flat_map(|it| [Some(&it.procs), Some(&it.limit), Some(&it.events), it.peak.as_ref()])
            .flatten()
            .chain(self.cpu.iter().flat_map(|cpu| [&cpu.procs, &cpu.usage]))
            .map(AsRawFd::as_raw_fd)
            .collect()
    }

    /// Remembers the counters: what they say from here on is the next case's. At the end of a case `end` has done it.
    pub fn note(&mut self) -> Result<()> {
        self.end().map(|_| ())
    }

    /// Sets the limits of the case to come.
    pub fn begin(&mut self, limits: &Limits) -> Result<()> {
        if self.memory_limit != limits.memory_bytes {
            set(&self.memory.limit, limits.memory_bytes).wall(self.names()[0], "setting the limit")?;
            self.memory_limit = limits.memory_bytes;
        }
        if self.pids_limit != limits.processes {
            let launcher = u64::from(self.counts_launcher());
            set(&self.pids.limit, limits.processes.saturating_add(launcher))
                .wall(self.names()[1], "setting the limit")?;
            self.pids_limit = limits.processes;
        }
        if let Some(peak) = &self.memory.peak {
            set(peak, 0).wall(self.names()[0], "resetting the peak")?;
        }
        Ok(())
    }

    /// CPU time used by the case that runs.
    pub fn cpu(&self) -> Option<Duration> {
        let cpu = self.cpu.as_ref()?;
        cpu.look().ok().map(|(used, ..)| used)
    }

    /// The most memory, in bytes, that the case had in use so far. None where the kernel does not tell it of a single case.
    pub fn peak(&self) -> Option<u64> {
        count(self.memory.peak.as_ref()?, "").ok()
    }

    /// What happened since the last `end` or `note`.
    pub fn end(&mut self) -> Result<Seen> {
        let names = self.names();
        let peak = match &self.memory.peak {
            Some(file) => Some(count(file, "").wall(names[0], "reading the peak")?),
            None => None,
        };
        // Nothing was killed for memory while no more than half of it was in use.
        let scarce = peak.is_none_or(|peak| peak > self.memory_limit / 2);
        let killed = scarce && self.memory.news("oom_kill ").wall(names[0], "reading")?;
        let refused = self.pids.news("max ").wall(names[1], "reading")?;
        let cpu = match &mut self.cpu {
            Some(cpu) => {
                let (used, now, own) = cpu.look().wall("cgroup:cpu", "reading")?;
                (cpu.before, cpu.own) = (now, own);
                Some(used)
            }
            None => None,
        };
        Ok(Seen { cpu, peak_kib: peak.map(|peak| peak / 1024), out_of_memory: killed, out_of_processes: refused })
    }
}

impl Cpu {
    /// What the case has used, and the counters at this moment: the group's, then the launcher's own.
    fn look(&self) -> std::io::Result<(Duration, u64, Duration)> {
        // In this order: to ask for our own time makes the kernel add it to the group's.
        let own = if self.shared { crate::sys::own_cpu() } else { Duration::ZERO };
        let now = count(&self.usage, self.key)?;
        let all = Duration::from_nanos(now.saturating_sub(self.before).saturating_mul(self.unit.as_nanos() as u64));
        Ok((all.saturating_sub(own.saturating_sub(self.own)), now, own))
    }
}

impl Controller {
    /// Whether the counter of events has grown since the last look.
    fn news(&mut self, key: &str) -> std::io::Result<bool> {
        let before = std::mem::replace(&mut self.before, count(&self.events, key)?);
        Ok(self.before > before)
    }

    fn make(
        wall: &str,
        folders: &mut Folders,
        folder: &Path,
        [door, limit, events, peak]: [&str; 4],
    ) -> Result<Controller> {
        folders.make(wall, folder)?;
        let open = |file: &str, read: bool, write: bool| {
            let path = folder.join(file);
            OpenOptions::new().read(read).write(write).open(&path).wall(wall, path.display())
        };
        Ok(Controller {
            procs: open(door, false, true)?,
            limit: open(limit, true, true)?,
            events: open(events, true, false)?,
            peak: if peak.is_empty() { None } else { open(peak, true, true).ok().filter(|peak| set(peak, 0).is_ok()) },
            folder: folder.to_path_buf(),
            before: 0,
        })
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
