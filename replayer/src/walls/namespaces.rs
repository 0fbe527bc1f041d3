//! Namespaces and the view: a launcher's own user, mount, pid, net, ipc, uts and cgroup namespaces, and a root file
//! system that holds the mounts, three devices and the scratch directory, and nothing else.
//!
//! Detached mounts (open_tree, fsmount) are prepared first and moved into place after, so that nothing is ever visible
//! half-raised, and no path is resolved twice. The mount points are resolved inside the new root: a symbolic link in a
//! submission's tree cannot move a mount out of it.

use std::collections::HashMap;
use std::fs;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::fs::MetadataExt;
use std::path::Path;

use rustix::fs::{CWD, FileType, Mode, OFlags, ResolveFlags};
use rustix::io::Errno;
use rustix::mount::{
    FsMountFlags, FsOpenFlags, MountAttrFlags, MountPropagationFlags, MoveMountFlags, OpenTreeFlags, UnmountFlags,
};

use crate::fault::{Fault, Raise, Result};
use crate::message::{Execution, Mount, Open};
use crate::sys;

/// Who the program is inside its user namespace, whoever it is outside.
pub const INNER_ID: u32 = 1000;

pub const FLAGS: i32 = libc::CLONE_NEWUSER
    | libc::CLONE_NEWNS
    | libc::CLONE_NEWPID
    | libc::CLONE_NEWNET
    | libc::CLONE_NEWIPC
    | libc::CLONE_NEWUTS
    | libc::CLONE_NEWCGROUP;

pub const NAMES: [&str; 7] = ["user", "mount", "pid", "net", "ipc", "uts", "cgroup"];

const DEVICES: [&str; 4] = ["null", "zero", "urandom", "random"];

/// What a launcher keeps of its view.
pub struct View {
    /// A tmpfs that is in no view: the program's stdin, stdout and stderr are files here.
    pub streams: OwnedFd,
    /// A /proc of the own pid namespace that is in no view; absent where containers mask /proc.
    pub proc: Option<OwnedFd>,
}

/// Maps the ids of process `pid`'s new user namespace: `INNER_ID` inside is `user` and `group` outside.
pub fn map_ids(pid: i32, inner: (u32, u32), outer: (u32, u32)) -> Result<()> {
    let write = |file: &str, text: String| {
        fs::write(format!("/proc/{pid}/{file}"), text).wall("user", format!("writing /proc/PID/{file}"))
    };
    if !rustix::process::geteuid().is_root() {
        write("setgroups", "deny".to_string())?;
    }
    write("gid_map", format!("{} {} 1", inner.1, outer.1))?;
    write("uid_map", format!("{} {} 1", inner.0, outer.0))
}

/// The mounts as detached trees whose owner becomes the slot's user: only root may, and only where the file system can.
pub fn owned_trees(open: &Open, outer: (u32, u32)) -> Result<Vec<OwnedFd>> {
    let mut maps: HashMap<(u32, u32), OwnedFd> = HashMap::new();
    let mut trees = Vec::new();
    for mount in &open.mounts {
        let source = fs::metadata(&mount.source).wall("mount", &mount.source)?;
        let owner = (source.uid(), source.gid());
        if let std::collections::hash_map::Entry::Vacant(entry) = maps.entry(owner) {
            entry.insert(owner_map(owner, outer)?);
        }
        trees.push(tree(mount, open.execution, Some(&maps[&owner]))?);
    }
    Ok(trees)
}

/// A user namespace that exists only to say that `owner` on disk is `outer` in a mount.
fn owner_map(owner: (u32, u32), outer: (u32, u32)) -> Result<OwnedFd> {
    let pid = sys::fork(libc::CLONE_NEWUSER).wall("user", "clone")?;
    if pid == 0 {
        loop {
            let _ = rustix::thread::nanosleep(&rustix::thread::Timespec { tv_sec: 3600, tv_nsec: 0 });
        }
    }
    let opened = map_ids(pid, owner, outer)
        .and_then(|()| fs::File::open(format!("/proc/{pid}/ns/user")).wall("user", "opening the map of owners"));
    sys::kill(pid, libc::SIGKILL);
    let _ = sys::wait(pid, true);
    opened.map(OwnedFd::from)
}

fn tree(mount: &Mount, execution: Execution, owners: Option<&OwnedFd>) -> Result<OwnedFd> {
    let flags = OpenTreeFlags::OPEN_TREE_CLONE | OpenTreeFlags::OPEN_TREE_CLOEXEC | OpenTreeFlags::AT_RECURSIVE;
    let tree = rustix::mount::open_tree(CWD, &mount.source, flags).wall("mount", &mount.source)?;
    let mut attributes = sys::ATTR_NOSUID | sys::ATTR_NODEV;
    if !mount.writable {
        attributes |= sys::ATTR_RDONLY;
    }
    if mount.noexec || (mount.writable && execution == Execution::Target) {
        attributes |= sys::ATTR_NOEXEC;
    }
    sys::set_mount(&tree, attributes, true, owners).wall("mount", format!("attributes of {}", mount.source))?;
    Ok(tree)
}

/// Raises the view in the calling launcher, which is alone in its namespaces and has the inner id.
pub fn raise(open: &Open, trees: Option<Vec<OwnedFd>>) -> Result<View> {
    let private = MountPropagationFlags::REC | MountPropagationFlags::PRIVATE;
    rustix::mount::mount_change("/", private).wall("mount", "making mounts private")?;
    let trees = match trees {
        Some(trees) => trees,
        None => open.mounts.iter().map(|mount| tree(mount, open.execution, None)).collect::<Result<_>>()?,
    };
    let devices = DEVICES.map(|name| device(name).map(|tree| (name, tree)));
    let proc = file_system("proc", &[("subset", "pid")], NOTHING_SPECIAL).ok();
    let shown_proc = if open.proc { Some(shown_proc()?) } else { None };
    let scratch_flags = if open.execution == Execution::Target { NOTHING_SPECIAL } else { EXECUTABLE };
    let options = scratch_options(open.limits.scratch_bytes);
    let options: Vec<(&str, &str)> = options.iter().map(|(key, value)| (*key, value.as_str())).collect();
    let scratch = file_system("tmpfs", &options, scratch_flags).wall("mount", "scratch tmpfs")?;
    let streams = file_system("tmpfs", &[("mode", "0700")], NOTHING_SPECIAL).wall("mount", "tmpfs for streams")?;

    let root = file_system("tmpfs", &[("size", "1m"), ("mode", "0755")], EXECUTABLE).wall("mount", "root tmpfs")?;
    attach(&root)?;
    let mut order: Vec<(&Mount, OwnedFd)> = open.mounts.iter().zip(trees).collect();
    order.sort_by(|(a, _), (b, _)| a.target.cmp(&b.target));
    for (mount, tree) in &order {
        put(&root, &mount.target, tree)?;
    }
    for device in devices {
        let (name, tree) = device?;
        put(&root, &format!("/dev/{name}"), &tree)?;
    }
    if let Some(tree) = &shown_proc {
        put(&root, "/proc", tree)?;
    }
    put(&root, &open.scratch, &scratch)?;
    sys::set_mount(&root, sys::ATTR_RDONLY, false, None).wall("mount", "making the root read-only")?;
    enter(&root)?;
    rustix::system::sethostname(open.hostname.as_bytes()).wall("uts", "sethostname")?;
    Ok(View { streams, proc })
}

const NOTHING_SPECIAL: MountAttrFlags =
    MountAttrFlags::MOUNT_ATTR_NOSUID.union(MountAttrFlags::MOUNT_ATTR_NODEV).union(MountAttrFlags::MOUNT_ATTR_NOEXEC);

pub const EXECUTABLE: MountAttrFlags = NOTHING_SPECIAL.difference(MountAttrFlags::MOUNT_ATTR_NOEXEC);

/// The options of a scratch tmpfs: its size, and as many files as could hold a page each.
pub fn scratch_options(bytes: u64) -> [(&'static str, String); 3] {
    let inodes = 1024 + bytes / 4096;
    [("size", bytes.max(4096).to_string()), ("nr_inodes", inodes.to_string()), ("mode", "0755".to_string())]
}

/// A new file system that is mounted nowhere yet.
pub fn file_system(kind: &str, options: &[(&str, &str)], attributes: MountAttrFlags) -> rustix::io::Result<OwnedFd> {
    let context = rustix::mount::fsopen(kind, FsOpenFlags::FSOPEN_CLOEXEC)?;
    for (key, value) in options {
        rustix::mount::fsconfig_set_string(context.as_fd(), *key, *value)?;
    }
    rustix::mount::fsconfig_create(context.as_fd())?;
    rustix::mount::fsmount(context.as_fd(), FsMountFlags::FSMOUNT_CLOEXEC, attributes)
}

fn shown_proc() -> Result<OwnedFd> {
    file_system("proc", &[("subset", "pid"), ("hidepid", "invisible")], NOTHING_SPECIAL).wall("proc", "mounting /proc")
}

fn device(name: &str) -> Result<OwnedFd> {
    let path = format!("/dev/{name}");
    let flags = OpenTreeFlags::OPEN_TREE_CLONE | OpenTreeFlags::OPEN_TREE_CLOEXEC;
    let tree = rustix::mount::open_tree(CWD, &path, flags).wall("mount", &path)?;
    sys::set_mount(&tree, sys::ATTR_NOSUID | sys::ATTR_NOEXEC, false, None).wall("mount", path)?;
    Ok(tree)
}

/// A new root has to be attached somewhere before it can become the root; any folder will do.
fn attach(root: &OwnedFd) -> Result<()> {
    let mut result = Ok(());
    for place in ["/tmp", "/mnt", "/proc"] {
        result = rustix::mount::move_mount(root, "", CWD, place, MoveMountFlags::MOVE_MOUNT_F_EMPTY_PATH);
        if result.is_ok() {
            break;
        }
    }
    result.wall("mount", "attaching the new root")
}

/// Moves a detached tree to `target` in `root`, making what is missing of the path.
fn put(root: &OwnedFd, target: &str, tree: &OwnedFd) -> Result<()> {
    let stat = rustix::fs::fstat(tree).wall("mount", target)?;
    let folder = FileType::from_raw_mode(stat.st_mode) == FileType::Directory;
    let place = mount_point(root, target, folder)?;
    let flags = MoveMountFlags::MOVE_MOUNT_F_EMPTY_PATH | MoveMountFlags::MOVE_MOUNT_T_EMPTY_PATH;
    rustix::mount::move_mount(tree, "", &place, "", flags).wall("mount", format!("mounting on {target}"))
}

fn mount_point(root: &OwnedFd, target: &str, folder: bool) -> Result<OwnedFd> {
    let names: Vec<&str> = target.split('/').filter(|name| !name.is_empty()).collect();
    if !target.starts_with('/') || names.is_empty() || names.iter().any(|name| *name == "." || *name == "..") {
        return Err(Fault::of_wall("mount", format!("{target}: not an absolute path that can be mounted on")));
    }
    let inside = |path: &Path| {
        let resolve = ResolveFlags::IN_ROOT | ResolveFlags::NO_MAGICLINKS;
        rustix::fs::openat2(root, path, OFlags::PATH | OFlags::CLOEXEC, Mode::empty(), resolve)
    };
    let mut path = std::path::PathBuf::new();
    let mut parent = inside(Path::new(".")).wall("mount", target)?;
    for (index, name) in names.iter().enumerate() {
        path.push(name);
        parent = match inside(&path) {
            Err(Errno::NOENT) => {
                if folder || index + 1 < names.len() {
                    rustix::fs::mkdirat(&parent, *name, Mode::from_raw_mode(0o755)).wall("mount", target)?;
                } else {
                    let flags = OFlags::CREATE | OFlags::EXCL | OFlags::CLOEXEC;
                    rustix::fs::openat(&parent, *name, flags, Mode::from_raw_mode(0o644)).wall("mount", target)?;
                }
                inside(&path)
            }
            other => other,
        }
        .wall("mount", target)?;
    }
    Ok(parent)
}

fn enter(root: &OwnedFd) -> Result<()> {
    rustix::process::fchdir(root).wall("mount", "entering the new root")?;
    rustix::process::pivot_root(".", ".").wall("mount", "pivot_root")?;
    rustix::mount::unmount(".", UnmountFlags::DETACH).wall("mount", "leaving the old root")?;
    rustix::process::chdir("/").wall("mount", "entering the new root")
}
