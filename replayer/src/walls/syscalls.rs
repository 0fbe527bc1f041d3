//! The allow-list of system calls: what a program may ask of the kernel, and the names of all that it may not.
//!
//! Three answers: allowed; refused and reported; absent (ENOSYS, as on an older kernel, so that runtimes take their older
//! way). Whatever is not named here is absent.

use super::loader::Unseen;
use super::seccomp::{Check, Rule};
use crate::message::{Execution, Probe, Tier};

type Named = (i64, &'static str);

macro_rules! calls {
    ($($name:ident)*) => { &[$((libc::$name, stringify!($name))),*] };
}

/// Harmless behind the other walls: files (the view decides which), memory, threads, signals to itself, time, waiting.
#[rustfmt::skip]
const ALLOWED: &[Named] = calls! {
    SYS_brk SYS_capget SYS_capset SYS_chdir SYS_clock_getres SYS_clock_gettime SYS_clock_nanosleep SYS_close SYS_close_range
    SYS_copy_file_range SYS_dup SYS_dup3 SYS_epoll_create1 SYS_epoll_ctl SYS_epoll_pwait SYS_epoll_pwait2 SYS_eventfd2
    SYS_exit SYS_exit_group SYS_faccessat SYS_faccessat2 SYS_fadvise64 SYS_fallocate SYS_fchdir
    SYS_fdatasync SYS_fgetxattr SYS_flistxattr SYS_flock
    SYS_fstat SYS_fstatfs SYS_fsync SYS_ftruncate SYS_futex SYS_futex_waitv SYS_get_mempolicy SYS_get_robust_list SYS_getcpu
    SYS_getcwd SYS_getdents64 SYS_getegid SYS_geteuid SYS_getgid SYS_getgroups SYS_getitimer SYS_getpeername SYS_getpgid
    SYS_getpid SYS_getppid SYS_getpriority SYS_getrandom SYS_getresgid SYS_getresuid SYS_getrlimit SYS_getrusage SYS_getsid
    SYS_getsockname SYS_getsockopt SYS_gettid SYS_gettimeofday SYS_getuid SYS_getxattr SYS_inotify_add_watch
    SYS_inotify_init1 SYS_inotify_rm_watch SYS_io_cancel SYS_io_destroy SYS_io_getevents SYS_io_setup SYS_io_submit
    SYS_ioprio_get SYS_lgetxattr SYS_linkat SYS_listxattr SYS_llistxattr SYS_lseek
    SYS_madvise SYS_membarrier SYS_mincore SYS_mkdirat SYS_mknodat SYS_mlock SYS_mlock2 SYS_mlockall
    SYS_mprotect SYS_mremap SYS_mseal SYS_msync SYS_munlock SYS_munlockall SYS_munmap SYS_nanosleep SYS_newfstatat
    SYS_pidfd_open SYS_pipe2 SYS_pkey_alloc SYS_pkey_free SYS_pkey_mprotect SYS_ppoll SYS_pread64
    SYS_preadv SYS_preadv2 SYS_pselect6 SYS_pwrite64 SYS_pwritev SYS_pwritev2 SYS_read SYS_readahead
    SYS_readlinkat SYS_readv SYS_recvfrom SYS_recvmmsg SYS_recvmsg SYS_remap_file_pages SYS_renameat
    SYS_renameat2 SYS_restart_syscall SYS_rseq SYS_rt_sigaction SYS_rt_sigpending SYS_rt_sigprocmask SYS_rt_sigreturn
    SYS_rt_sigsuspend SYS_rt_sigtimedwait SYS_sched_get_priority_max SYS_sched_get_priority_min SYS_sched_getaffinity
    SYS_sched_getattr SYS_sched_getparam SYS_sched_getscheduler SYS_sched_rr_get_interval
    SYS_sched_yield SYS_sendfile SYS_sendmmsg SYS_sendmsg
    SYS_sendto SYS_set_mempolicy SYS_set_robust_list SYS_set_tid_address SYS_setfsgid
    SYS_setfsuid SYS_setgid SYS_setitimer SYS_setpgid SYS_setregid SYS_setresgid SYS_setresuid SYS_setreuid
    SYS_setrlimit SYS_setsid SYS_setsockopt SYS_setuid SYS_shutdown SYS_sigaltstack SYS_signalfd4 SYS_splice
    SYS_statfs SYS_statx SYS_symlinkat SYS_sync_file_range SYS_sysinfo SYS_tee SYS_timer_create SYS_timer_delete
    SYS_timer_getoverrun SYS_timer_gettime SYS_timer_settime SYS_timerfd_create SYS_timerfd_gettime SYS_timerfd_settime
    SYS_times SYS_truncate SYS_umask SYS_uname SYS_unlinkat SYS_vmsplice SYS_wait4 SYS_waitid SYS_write
    SYS_writev
};

/// The same, where an architecture kept its older forms.
#[cfg(target_arch = "x86_64")]
#[rustfmt::skip]
const ALLOWED_OLD: &[Named] = calls! {
    SYS_access SYS_alarm SYS_arch_prctl SYS_dup2 SYS_epoll_create SYS_epoll_wait SYS_eventfd
    SYS_fork SYS_getdents SYS_getpgrp SYS_inotify_init SYS_link SYS_lstat SYS_mkdir
    SYS_mknod SYS_pause SYS_pipe SYS_poll SYS_readlink SYS_rename SYS_rmdir SYS_select SYS_signalfd SYS_stat
    SYS_symlink SYS_time SYS_unlink SYS_vfork
};
#[cfg(not(target_arch = "x86_64"))]
const ALLOWED_OLD: &[Named] = &[];

/// Never what a translated program needs: refused with EPERM, and reported.
#[rustfmt::skip]
const REFUSED: &[Named] = calls! {
    SYS_accept SYS_accept4 SYS_acct SYS_add_key SYS_adjtimex SYS_bpf SYS_chroot SYS_clock_adjtime SYS_clock_settime
    SYS_connect SYS_delete_module SYS_execveat SYS_fanotify_init SYS_fanotify_mark SYS_finit_module SYS_fsconfig
    SYS_fsmount SYS_fsopen SYS_fspick SYS_init_module SYS_kcmp SYS_kexec_file_load SYS_kexec_load SYS_keyctl
    SYS_landlock_add_rule SYS_landlock_create_ruleset SYS_listen SYS_lookup_dcookie SYS_mbind SYS_memfd_create SYS_migrate_pages
    SYS_mount_setattr SYS_move_mount SYS_move_pages SYS_mq_getsetattr SYS_mq_notify SYS_mq_open SYS_mq_timedreceive
    SYS_mq_timedsend SYS_mq_unlink SYS_msgctl SYS_msgget SYS_msgrcv SYS_msgsnd SYS_name_to_handle_at SYS_open_by_handle_at
    SYS_open_tree SYS_perf_event_open SYS_pidfd_getfd SYS_pivot_root SYS_process_madvise SYS_process_mrelease
    SYS_process_vm_readv SYS_process_vm_writev SYS_ptrace SYS_quotactl SYS_quotactl_fd SYS_reboot SYS_request_key
    SYS_seccomp SYS_semctl SYS_semget SYS_semop SYS_semtimedop SYS_set_mempolicy_home_node SYS_setdomainname SYS_setgroups SYS_sethostname SYS_setns
    SYS_settimeofday SYS_shmat SYS_shmctl SYS_shmdt SYS_shmget SYS_swapoff SYS_swapon SYS_sync SYS_syncfs SYS_syslog
    SYS_umount2 SYS_userfaultfd SYS_vhangup
};

#[cfg(target_arch = "x86_64")]
const REFUSED_OLD: &[Named] = calls! { SYS_ioperm SYS_iopl SYS_modify_ldt SYS_uselib };
#[cfg(not(target_arch = "x86_64"))]
const REFUSED_OLD: &[Named] = &[];

/// Refused and reported like the others, but as an absent system call: runtimes try these and have another way.
const REFUSED_ABSENT: &[Named] =
    calls! { SYS_io_uring_enter SYS_io_uring_register SYS_io_uring_setup SYS_memfd_secret };

/// Signals to other processes.
const SIGNALS: &[Named] = calls! {
    SYS_kill SYS_pidfd_send_signal SYS_rt_sigqueueinfo SYS_rt_tgsigqueueinfo SYS_tgkill SYS_tkill
};

/// Changes of a process's limits and place in the queue; the first argument names the process, 0 is the caller.
const SETTINGS: &[Named] = calls! {
    SYS_prlimit64 SYS_sched_setaffinity SYS_sched_setattr SYS_sched_setparam SYS_sched_setscheduler
};

/// Changes of a file's owner, mode, times or attributes.
#[rustfmt::skip]
const METADATA: &[Named] = calls! {
    SYS_fchmod SYS_fchmodat SYS_fchown SYS_fchownat SYS_fremovexattr SYS_fsetxattr SYS_lremovexattr SYS_lsetxattr
    SYS_removexattr SYS_setxattr SYS_utimensat
};
#[cfg(target_arch = "x86_64")]
#[rustfmt::skip]
const METADATA_OLD: &[Named] = calls! {
    SYS_chmod SYS_chown SYS_fchmodat2 SYS_futimesat SYS_lchown SYS_utime SYS_utimes
};
#[cfg(not(target_arch = "x86_64"))]
const METADATA_OLD: &[Named] = &[];

/// Opening a file by its path.
#[rustfmt::skip]
const OPENING: &[Named] = calls! { SYS_openat SYS_openat2 };
#[cfg(target_arch = "x86_64")]
const OPENING_OLD: &[Named] = calls! { SYS_creat SYS_open };
#[cfg(not(target_arch = "x86_64"))]
const OPENING_OLD: &[Named] = &[];

/// Those whose answer depends on an argument.
#[rustfmt::skip]
const DEPENDS: &[Named] = calls! {
    SYS_bind SYS_clone SYS_clone3 SYS_execve SYS_fcntl SYS_ioctl SYS_ioprio_set SYS_landlock_restrict_self SYS_mmap SYS_mount
    SYS_personality SYS_prctl SYS_setpriority SYS_socket SYS_socketpair SYS_unshare
};

const NEW_NAMESPACES: u32 = (libc::CLONE_NEWNS
    | libc::CLONE_NEWCGROUP
    | libc::CLONE_NEWUTS
    | libc::CLONE_NEWIPC
    | libc::CLONE_NEWUSER
    | libc::CLONE_NEWPID
    | libc::CLONE_NEWNET) as u32;
const CLONE_NEWTIME: u32 = 0x80;
// Input for a terminal; and what stays with a file that outlives the case, as the scratch directory does: its flags.
const TIOCSTI: u32 = 0x5412;
const TIOCLINUX: u32 = 0x541c;
const FS_IOC_SETFLAGS: u32 = 0x4008_6602;
const FS_IOC32_SETFLAGS: u32 = 0x4004_6602;
const FS_IOC_FSSETXATTR: u32 = 0x401c_5820;
const IOCTLS: [u32; 7] =
    [TIOCSTI, TIOCLINUX, FIOSETOWN, SIOCSPGRP, FS_IOC_SETFLAGS, FS_IOC32_SETFLAGS, FS_IOC_FSSETXATTR];
const FIOSETOWN: u32 = 0x8901; // who gets a signal when there is something to read: like F_SETOWN
const SIOCSPGRP: u32 = 0x8902;
// To whom a file sends signals, and which: anybody, before Landlock could forbid it. A lease holds up whoever opens a file of
// the tree. A hint for the storage stays with the file too.
const F_SETOWN: u32 = 8;
const F_SETSIG: u32 = 10;
const F_SETOWN_EX: u32 = 15;
const F_SETLEASE: u32 = 1024;
const F_SET_RW_HINT: u32 = 1036;
const FCNTLS: [u32; 5] = [F_SETOWN, F_SETSIG, F_SETOWN_EX, F_SETLEASE, F_SET_RW_HINT];
const ADDR_NO_RANDOMIZE: u32 = 0x4_0000;

/// Those that name a file by its path, beside changes of metadata.
#[rustfmt::skip]
const NAMING: &[Named] = calls! {
    SYS_chdir SYS_faccessat SYS_faccessat2 SYS_getxattr SYS_inotify_add_watch SYS_lgetxattr SYS_linkat SYS_listxattr
    SYS_llistxattr SYS_mkdirat SYS_mknodat SYS_newfstatat SYS_openat SYS_openat2 SYS_readlinkat SYS_renameat SYS_renameat2
    SYS_statfs SYS_statx SYS_symlinkat SYS_truncate SYS_unlinkat
};
#[cfg(target_arch = "x86_64")]
#[rustfmt::skip]
const NAMING_OLD: &[Named] = calls! {
    SYS_access SYS_creat SYS_link SYS_lstat SYS_mkdir SYS_mknod SYS_open SYS_readlink SYS_rename SYS_rmdir SYS_stat
    SYS_symlink SYS_unlink
};
#[cfg(not(target_arch = "x86_64"))]
const NAMING_OLD: &[Named] = &[];

/// What the targets need of code, and what a case can do about it.
#[derive(Debug, Clone, Copy)]
pub struct Code {
    /// No target makes code at run time.
    pub native: bool,
    /// It is proved that no file which a case could have written can be mapped executable: see `sealed`.
    pub sealed: bool,
}

/// The rules for a sandbox. `guarded`: the supervisor looks at each change of a file's metadata.
pub fn rules(tier: Tier, execution: Execution, cookie: [u64; 3], guarded: bool, code: Code) -> Vec<(i64, Rule)> {
    let alone = tier == Tier::Namespaces;
    let own = Rule::If(Check::LastArgument(cookie[0])); // the launcher's own
    let mut rules: Vec<(i64, Rule)> = Vec::new();
    for (number, _) in ALLOWED.iter().chain(ALLOWED_OLD) {
        rules.push((*number, Rule::Allow));
    }
    for (number, _) in REFUSED.iter().chain(REFUSED_OLD).chain(REFUSED_ABSENT) {
        rules.push((*number, Rule::Report));
    }
    for (number, _) in METADATA.iter().chain(METADATA_OLD) {
        rules.push((*number, if guarded { own.clone() } else { Rule::Allow }));
    }
    // What a target opens is looked at, always: what it may not open is reported. What it opens often is known soon.
    let looked_at = execution == Execution::Target;
    for (number, _) in OPENING.iter().chain(OPENING_OLD) {
        rules.push((*number, if looked_at { own.clone() } else { Rule::Allow }));
    }
    for (number, name) in SIGNALS {
        rules.push((
            *number,
            match (alone, *name) {
                // In a pid namespace nothing but the case and pid 1 can be reached; a signal to one process is looked at all
                // the same, since a pid from outside is worth a report. 0 and below are groups, and all that can be reached.
                (true, "SYS_kill" | "SYS_tkill") => Rule::If(Check::NotPositive(0)),
                (false, "SYS_kill") => Rule::If(Check::Cookie(cookie)), // the launcher's own, though the supervisor be dead
                (_, _) => Rule::Report,
            },
        ));
    }
    for (number, _) in SETTINGS {
        rules.push((*number, Rule::If(Check::Any(0, vec![0]))));
    }
    let run = |rule| if execution == Execution::View { Rule::Allow } else { rule };
    rules.extend([
        (libc::SYS_execve, run(Rule::If(Check::Cookie(cookie)))),
        (libc::SYS_landlock_restrict_self, Rule::If(Check::Cookie(cookie))),
        (libc::SYS_mount, own),
        // Where mounts forbid it the kernel refuses what a case wrote for nothing. What is shared can be mapped twice, once
        // to write and once as code, which no other wall forbids.
        (
            libc::SYS_mmap,
            match (!alone && !code.sealed, code.native) {
                (false, false) => Rule::Allow,
                (file, shared) => run(Rule::If(Check::NoCode { file, shared })),
            },
        ),
        (libc::SYS_clone, Rule::If(Check::NoBits(0, NEW_NAMESPACES))),
        // Its flags are in memory, where no filter can read them; C libraries fall back on clone.
        (libc::SYS_clone3, Rule::Absent),
        (libc::SYS_unshare, Rule::If(Check::NoBits(0, NEW_NAMESPACES | CLONE_NEWTIME))),
        (libc::SYS_ioctl, Rule::If(Check::NotAny(1, IOCTLS.to_vec()))),
        (libc::SYS_fcntl, Rule::If(Check::NotAny(1, FCNTLS.to_vec()))),
        (libc::SYS_personality, Rule::If(Check::Any(0, vec![0, ADDR_NO_RANDOMIZE, u32::MAX]))),
        (libc::SYS_prctl, Rule::If(Check::NotAny(0, vec![libc::PR_SET_SECCOMP as u32, libc::PR_SET_MM as u32]))),
        (libc::SYS_socketpair, Rule::If(Check::Pair)),
        (libc::SYS_socket, Rule::Report),
        (libc::SYS_bind, Rule::Report),
        (libc::SYS_setpriority, Rule::If(Check::OfItself)),
        (libc::SYS_ioprio_set, Rule::If(Check::OfItself)),
    ]);
    if execution == Execution::View {
        rules.retain(|(number, _)| ![libc::SYS_execveat, libc::SYS_memfd_create].contains(number));
        rules.extend([(libc::SYS_execveat, Rule::Allow), (libc::SYS_memfd_create, Rule::Allow)]);
    }
    rules
}

/// The same where a runtime is known to try some calls whatever their arguments: these are refused without a report, so
/// nobody needs to be asked.
pub fn knowing(mut rules: Vec<(i64, Rule)>, probes: &[Probe]) -> Vec<(i64, Rule)> {
    let known = |number| probes.iter().any(|probe| probe.target == "*" && name(number) == Some(probe.syscall.as_str()));
    for (number, rule) in rules.iter_mut().filter(|(number, rule)| *rule == Rule::Report && known(*number)) {
        *rule = Rule::Refuse(refusal(*number) as u32);
    }
    rules
}

/// The same where Landlock does not know yet that a file is cut short by its path: no case does that then.
pub fn before_truncation(mut rules: Vec<(i64, Rule)>) -> Vec<(i64, Rule)> {
    rules.iter_mut().filter(|(number, _)| *number == libc::SYS_truncate).for_each(|(_, rule)| *rule = Rule::Report);
    rules
}

/// The same where some files are opened before the program begins, and need not be seen.
pub fn loading(mut rules: Vec<(i64, Rule)>, unseen: &Unseen) -> Vec<(i64, Rule)> {
    for (_, rule) in rules.iter_mut().filter(|(number, _)| *number == libc::SYS_openat) {
        if let Rule::If(Check::LastArgument(cookie)) = rule {
            *rule = Rule::If(Check::LastArgumentOrUnseen(*cookie, unseen.clone()));
        }
    }
    rules
}

/// The same for watched cases: the supervisor also sees what files are named, and what is mapped as code.
pub fn watching(mut rules: Vec<(i64, Rule)>, execution: Execution, cookie: [u64; 3], code: Code) -> Vec<(i64, Rule)> {
    for (number, rule) in &mut rules {
        if *number == libc::SYS_mmap && execution == Execution::Target {
            *rule = Rule::If(Check::NoCode { file: true, shared: code.native });
        } else if *number == libc::SYS_mprotect && execution == Execution::Target {
            *rule = Rule::If(Check::NoBits(2, libc::PROT_EXEC as u32));
        } else if *rule == Rule::Allow && name(*number).is_some_and(named) {
            *rule = Rule::If(Check::LastArgument(cookie[0])); // the launcher's own, though the supervisor be dead
        }
    }
    rules
}

/// Whether a call names a file by its path.
pub fn named(call: &str) -> bool {
    let by_descriptor = ["fchmod", "fchown", "fsetxattr", "fremovexattr"].contains(&call);
    is_one_of(call, &[NAMING, NAMING_OLD]) || (changes_metadata(call) && !by_descriptor)
}

/// Whether a call opens a file by its path.
pub fn opens(call: &str) -> bool {
    is_one_of(call, &[OPENING, OPENING_OLD])
}

/// Whether a call changes a file's owner, mode, times or attributes.
pub fn changes_metadata(call: &str) -> bool {
    is_one_of(call, &[METADATA, METADATA_OLD])
}

fn is_one_of(call: &str, lists: &[&[Named]]) -> bool {
    lists.iter().copied().flatten().any(|(_, name)| name["SYS_".len()..] == *call)
}

/// The name of a system call, for a report.
pub fn name(number: i64) -> Option<&'static str> {
    [
        ALLOWED,
        ALLOWED_OLD,
        OPENING,
        OPENING_OLD,
        REFUSED,
        REFUSED_OLD,
        REFUSED_ABSENT,
        SIGNALS,
        SETTINGS,
        METADATA,
        METADATA_OLD,
        DEPENDS,
    ]
    .into_iter()
    .flatten()
    .find(|(other, _)| *other == number)
    .map(|(_, name)| &name["SYS_".len()..])
}

/// The errno with which a reported call is refused.
pub fn refusal(number: i64) -> i32 {
    if REFUSED_ABSENT.iter().any(|(other, _)| *other == number) { libc::ENOSYS } else { libc::EPERM }
}
