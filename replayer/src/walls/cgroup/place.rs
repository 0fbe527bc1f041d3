//! Where a control group can be made: found from what the kernel says of this process's groups and mounts.

use std::fs;
use std::path::{Path, PathBuf};

use rustix::fs::Access;

use crate::fault::{Fault, Raise, Result};

/// Where a version 1 controller's groups can be made: the folder of the group that we are in.
pub fn home(controller: &str) -> Result<PathBuf> {
    let wall = format!("cgroup-v1:{controller}");
    let own = fs::read_to_string("/proc/self/cgroup").wall(&wall, "/proc/self/cgroup")?;
    let mounts = fs::read_to_string("/proc/self/mountinfo").wall(&wall, "/proc/self/mountinfo")?;
    folder(controller, &own, &mounts).map_err(|what| Fault::of_wall(&wall, what))
}

/// Where a version 2 group can be made: the group that we are in or one above it, if it hands on both controllers.
pub fn home_v2() -> Result<PathBuf> {
    let wall = "cgroup-v2";
    let own = fs::read_to_string("/proc/self/cgroup").wall(wall, "/proc/self/cgroup")?;
    let mounts = fs::read_to_string("/proc/self/mountinfo").wall(wall, "/proc/self/mountinfo")?;
    let ours = |folder: &Path| rustix::fs::access(folder, Access::WRITE_OK).is_ok();
    let handed = |folder: &Path| fs::read_to_string(folder.join("cgroup.subtree_control")).unwrap_or_default();
    nearest(&own, &mounts, ours, handed).map_err(|what| Fault::of_wall(wall, what))
}

/// The group of a version 1 controller, given the texts of /proc/self/cgroup and /proc/self/mountinfo.
fn folder(controller: &str, own: &str, mounts: &str) -> std::result::Result<PathBuf, String> {
    let names = |list: &str| list.split(',').any(|name| name == controller);
    let group = own.lines().find_map(|line| {
        let mut fields = line.splitn(3, ':').skip(1);
        names(fields.next()?).then(|| fields.next())?
    });
    let group = group.ok_or("this kernel has no such controller, or it belongs to version 2")?;
    let mounted = mounts.lines().find_map(|line| {
        let (left, right) = line.split_once(" - ")?;
        let (mut left, right): (_, Vec<&str>) = (left.split(' ').skip(3), right.split(' ').collect());
        let ours = right.len() == 3 && right[0] == "cgroup" && names(right[2]);
        ours.then(|| Some((left.next()?, left.next()?)))?
    });
    let (root, point) = mounted.ok_or("the controller is not mounted")?;
    let below = group.strip_prefix(root.trim_end_matches('/')).unwrap_or(group);
    Ok(Path::new(point).join(below.trim_start_matches('/')))
}

/// The nearest group of version 2, from our own up, that is `ours` to write and has `handed` on both controllers.
fn nearest(
    own: &str,
    mounts: &str,
    ours: impl Fn(&Path) -> bool,
    handed: impl Fn(&Path) -> String,
) -> std::result::Result<PathBuf, String> {
    let own = own.lines().find_map(|line| line.strip_prefix("0::/")).unwrap_or("");
    let point = mounts.lines().find_map(|line| {
        let (left, right) = line.split_once(" - ")?;
        right.starts_with("cgroup2 ").then(|| left.split(' ').nth(4))?
    });
    let point = point.ok_or("version 2 is not mounted")?;
    let start = Path::new(point).join(own);
    let both = |folder: &Path| {
        let handed = handed(folder);
        ["memory", "pids"].iter().all(|name| handed.split_ascii_whitespace().any(|other| other == *name))
    };
    let found =
        start.ancestors().take_while(|folder| folder.starts_with(point)).find(|folder| ours(folder) && both(folder));
    found
        .map(Path::to_path_buf)
        .ok_or_else(|| format!("no group from {} up is writable and hands on memory and pids", start.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    const OWN: &str =
        "9:name=systemd:/\n8:pids:/\n4:memory:/outer/inner\n2:cpu,cpuacct:/outer\n0::/user.slice/a.scope\n";
    const MOUNTS: &str = "22 27 0:21 / /proc rw - proc proc rw\n\
        33 31 0:27 / /sys/fs/cgroup/cpu,cpuacct rw - cgroup cgroup rw,cpu,cpuacct\n\
        35 31 0:30 /outer /sys/fs/cgroup/memory rw,relatime shared:7 - cgroup cgroup rw,memory\n\
        36 31 0:31 / /sys/fs/cgroup/unified rw - cgroup2 cgroup2 rw\n";

    #[test]
    fn a_group_of_version_1_is_found_below_its_mount() {
        let of = |controller| folder(controller, OWN, MOUNTS);
        assert_eq!(of("memory").unwrap(), Path::new("/sys/fs/cgroup/memory/inner"));
        assert_eq!(of("cpuacct").unwrap(), Path::new("/sys/fs/cgroup/cpu,cpuacct/outer"));
        assert!(of("pids").unwrap_err().contains("not mounted"));
        assert!(of("hugetlb").unwrap_err().contains("no such controller"));
    }

    #[test]
    fn the_nearest_group_of_version_2_that_hands_on_both_controllers_is_taken() {
        let root = Path::new("/sys/fs/cgroup/unified");
        let found = |ours: &dyn Fn(&Path) -> bool, handed: &dyn Fn(&Path) -> String| {
            nearest(OWN, MOUNTS, ours, handed).map(|folder| folder.strip_prefix(root).unwrap().to_path_buf())
        };
        let both = |_: &Path| "cpu memory pids\n".to_string();
        assert_eq!(found(&|_| true, &both).unwrap(), Path::new("user.slice/a.scope"));
        let above = |folder: &Path| if folder.ends_with("a.scope") { "pids".to_string() } else { both(folder) };
        assert_eq!(found(&|_| true, &above).unwrap(), Path::new("user.slice"));
        assert_eq!(found(&|folder| folder == root, &above).unwrap(), Path::new(""));
        assert!(found(&|_| true, &|_| "memory".to_string()).unwrap_err().contains("hands on"));
        assert!(found(&|_| false, &both).unwrap_err().contains("a.scope"));
        assert!(nearest(OWN, "", |_| true, both).unwrap_err().contains("not mounted"));
    }
}
