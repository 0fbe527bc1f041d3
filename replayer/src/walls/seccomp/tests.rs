//! The filter, run by an interpreter of the few instructions that it is made of.

use super::*;
use crate::message::{Execution, Probe, Tier};
use crate::walls::syscalls::{self, Code};

/// What the kernel would answer: an interpreter of the few instructions that are used here.
fn run(program: &[Instruction], arch: u32, number: i64, args: [u64; 6]) -> u32 {
    run_from(0, program, arch, number, args)
}

fn run_from(address: u64, program: &[Instruction], arch: u32, number: i64, args: [u64; 6]) -> u32 {
    let mut data = Vec::new();
    data.extend_from_slice(&(number as u32).to_ne_bytes());
    data.extend_from_slice(&arch.to_ne_bytes());
    data.extend_from_slice(&address.to_ne_bytes());
    args.iter().for_each(|arg| data.extend_from_slice(&arg.to_ne_bytes()));
    let (mut at, mut accumulator) = (0, 0);
    loop {
        let (code, jump_true, jump_false, operand) = program[at];
        at += 1;
        let jump = |condition| usize::from(if condition { jump_true } else { jump_false });
        match code {
            LOAD => {
                let word = &data[operand as usize..operand as usize + 4];
                accumulator = u32::from_ne_bytes(word.try_into().unwrap());
            }
            JUMP => at += operand as usize,
            EQUAL => at += jump(accumulator == operand),
            AT_LEAST => at += jump(accumulator >= operand),
            AND => accumulator &= operand,
            BITS => at += jump(accumulator & operand != 0),
            RETURN => return operand,
            other => panic!("instruction {other:#x}"),
        }
    }
}

const COOKIE: [u64; 3] = [0x1111_2222_3333_4444, u64::MAX, 7];

const JIT: Code = Code { native: false, sealed: false };

fn rules(tier: Tier) -> Vec<(i64, Rule)> {
    syscalls::rules(tier, Execution::Target, COOKIE, false, JIT)
}

#[test]
fn every_number_gets_the_answer_of_its_rule() {
    for tier in [Tier::Namespaces, Tier::Landlock] {
        let rules = rules(tier);
        let program = program(&rules);
        for number in -1..2000 {
            let expected = match rules.iter().find(|(other, _)| *other == number).map(|(_, rule)| rule) {
                Some(Rule::Allow) => ALLOW,
                Some(Rule::Report) => NOTIFY,
                Some(Rule::Absent) | None => ABSENT,
                Some(Rule::If(_) | Rule::Refuse(_)) => continue,
            };
            assert_eq!(run(&program, ARCH, number, [0; 6]), expected, "{number}");
            assert_eq!(run(&program, ARCH ^ 1, number, [0; 6]), NOTIFY);
            assert_eq!(run(&program, ARCH, number | 0x4000_0000, [0; 6]), ABSENT);
        }
    }
}

#[test]
fn no_call_has_two_rules() {
    for execution in [Execution::Target, Execution::View] {
        let rules = syscalls::rules(Tier::Namespaces, execution, COOKIE, true, JIT);
        let numbers: std::collections::HashSet<i64> = rules.iter().map(|(number, _)| *number).collect();
        assert_eq!(numbers.len(), rules.len());
    }
}

#[test]
fn only_the_cookie_lets_an_exec_through() {
    let program = program(&rules(Tier::Namespaces));
    let [a, b, c] = COOKIE;
    assert_eq!(run(&program, ARCH, libc::SYS_execve, [1, 2, 3, a, b, c]), ALLOW);
    for bit in 0..64 {
        for part in 0..3 {
            let mut args = [1, 2, 3, a, b, c];
            args[3 + part] ^= 1 << bit;
            assert_eq!(run(&program, ARCH, libc::SYS_execve, args), NOTIFY);
        }
    }
}

#[test]
fn each_case_waits_when_it_opens_a_file_and_a_watched_one_when_it_names_one() {
    let [cookie, ..] = COOKIE;
    for tier in [Tier::Namespaces, Tier::Landlock] {
        let (blind, seeing) = (rules(tier), syscalls::watching(rules(tier), Execution::Target, COOKIE, JIT));
        let changed: Vec<i64> = blind
            .iter()
            .zip(&seeing)
            .filter(|(before, after)| before != after)
            .map(|((number, _), _)| *number)
            .filter(|number| ![libc::SYS_mmap, libc::SYS_mprotect].contains(number))
            .collect();
        let (blind, seeing) = (program(&blind), program(&seeing));
        for number in &changed {
            assert_eq!(run(&blind, ARCH, *number, [0; 6]), ALLOW);
            assert_eq!(run(&seeing, ARCH, *number, [0; 6]), NOTIFY);
        }
        assert_eq!(run(&blind, ARCH, libc::SYS_openat, [0; 6]), NOTIFY);
        for number in [libc::SYS_newfstatat, libc::SYS_unlinkat, libc::SYS_utimensat] {
            assert!(changed.contains(&number), "{number}");
        }
        let code = [0, 4096, (libc::PROT_READ | libc::PROT_EXEC) as u64, 0, 0, 0];
        assert_eq!(run(&seeing, ARCH, libc::SYS_mprotect, code), NOTIFY);
        assert_eq!(run(&blind, ARCH, libc::SYS_mprotect, code), ALLOW);
        for filter in [&seeing, &blind] {
            assert_eq!(run(filter, ARCH, libc::SYS_openat, [0, 0, 0, 0, 0, cookie]), ALLOW);
            assert_eq!(run(filter, ARCH, libc::SYS_openat, [0, 0, 0, 0, 0, cookie ^ 1 << 40]), NOTIFY);
        }
        let code = [0, 4096, (libc::PROT_READ | libc::PROT_EXEC) as u64, libc::MAP_PRIVATE as u64, 3, 0];
        assert_eq!(run(&seeing, ARCH, libc::SYS_mmap, code), NOTIFY);
        assert_eq!(run(&blind, ARCH, libc::SYS_mmap, code), if tier == Tier::Landlock { NOTIFY } else { ALLOW });
    }
}

#[test]
fn what_is_mapped_as_code_is_looked_at_unless_no_file_of_a_case_can_be() {
    let [private, shared, nameless] = [libc::MAP_PRIVATE, libc::MAP_SHARED, libc::MAP_SHARED | libc::MAP_ANONYMOUS];
    let own = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS;
    for (tier, native, sealed, stopped) in [
        (Tier::Namespaces, false, false, vec![]),
        (Tier::Namespaces, true, false, vec![shared, nameless]),
        (Tier::Landlock, false, false, vec![private, shared]),
        (Tier::Landlock, true, false, vec![private, shared, nameless]),
        (Tier::Landlock, true, true, vec![shared, nameless]),
    ] {
        let code = Code { native, sealed };
        let blind = syscalls::rules(tier, Execution::Target, COOKIE, false, code);
        let seeing = program(&syscalls::watching(blind.clone(), Execution::Target, COOKIE, code));
        let blind = program(&blind);
        for flags in [private, shared, nameless, own] {
            let map = |program, prot: i32| {
                run(program, ARCH, libc::SYS_mmap, [0, 4096, (libc::PROT_READ | prot) as u64, flags as u64, 3, 0])
            };
            let expected = |stopped: bool| if stopped { NOTIFY } else { ALLOW };
            let file = flags & libc::MAP_ANONYMOUS == 0;
            assert_eq!(map(&blind, libc::PROT_EXEC), expected(stopped.contains(&flags)), "{tier:?} {native} {flags}");
            assert_eq!(map(&seeing, libc::PROT_EXEC), expected(file || stopped.contains(&flags)));
            assert_eq!((map(&blind, 0), map(&seeing, libc::PROT_WRITE)), (ALLOW, ALLOW));
        }
    }
}

#[test]
fn what_a_runtime_is_known_to_try_is_refused_without_a_report() {
    let probe = |syscall: &str, target: &str| Probe { syscall: syscall.to_string(), target: target.to_string() };
    let probes =
        [probe("io_uring_setup", "*"), probe("ptrace", "request 0*"), probe("openat", "*"), probe("keyctl", "*")];
    let known = program(&syscalls::knowing(rules(Tier::Namespaces), &probes));
    for (number, expected) in [
        (libc::SYS_io_uring_setup, ABSENT),
        (libc::SYS_keyctl, ERRNO | libc::EPERM as u32),
        (libc::SYS_ptrace, NOTIFY),
        (libc::SYS_openat, NOTIFY),
        (libc::SYS_bpf, NOTIFY),
    ] {
        assert_eq!(run(&known, ARCH, number, [0; 6]), expected, "{number}");
    }
}

#[test]
fn arguments_decide_where_they_have_to() {
    let program = program(&rules(Tier::Namespaces));
    let answer = |number, args: [u64; 3]| run(&program, ARCH, number, [args[0], args[1], args[2], 0, 0, 0]);
    for (number, args, expected) in [
        (libc::SYS_kill, [0, 9, 0], ALLOW),
        (libc::SYS_kill, [u64::MAX, 9, 0], ALLOW),
        (libc::SYS_kill, [1, 9, 0], NOTIFY),
        (libc::SYS_kill, [77, 9, 0], NOTIFY),
        (libc::SYS_clone, [libc::SIGCHLD as u64, 0, 0], ALLOW),
        (libc::SYS_clone, [libc::CLONE_NEWUSER as u64, 0, 0], NOTIFY),
        (libc::SYS_unshare, [libc::CLONE_FILES as u64, 0, 0], ALLOW),
        (libc::SYS_socket, [libc::AF_NETLINK as u64, 3, 0], NOTIFY),
        (libc::SYS_socket, [libc::AF_INET as u64, 1, 0], NOTIFY),
        (libc::SYS_socketpair, [libc::AF_UNIX as u64, 1, 0], ALLOW),
        (libc::SYS_prlimit64, [0, 7, 0], ALLOW),
        (libc::SYS_prlimit64, [1, 7, 0], NOTIFY),
        (libc::SYS_setpriority, [0, 0, 5], ALLOW),
        (libc::SYS_setpriority, [0, 1, 5], NOTIFY),
        (libc::SYS_setpriority, [2, 0, 5], NOTIFY),
        (libc::SYS_ioctl, [0, 0x5401, 0], ALLOW),
        (libc::SYS_ioctl, [0, 0x5412, 0], NOTIFY),
        (libc::SYS_ioctl, [0, 0x4008_6602, 0], NOTIFY),
        (libc::SYS_fcntl, [0, libc::F_SETFL as u64, 0], ALLOW),
        (libc::SYS_fcntl, [0, 1036, 0], NOTIFY),
        (libc::SYS_prctl, [libc::PR_SET_NAME as u64, 0, 0], ALLOW),
        (libc::SYS_prctl, [libc::PR_SET_SECCOMP as u64, 0, 0], NOTIFY),
    ] {
        assert_eq!(answer(number, args), expected, "{number} {args:?}");
    }
}

#[test]
fn what_is_opened_at_every_start_is_told_by_its_place_in_a_page_and_nothing_else_is() {
    let unseen = Unseen { places: vec![0xb1d], paths: vec![(0x001, 0xeb4), (0x090, 0xeb4)] };
    let filter = program(&syscalls::loading(rules(Tier::Namespaces), &unseen));
    let open = |address, path| run_from(address, &filter, ARCH, libc::SYS_openat, [0, path, 0, 0, 0, 0]);
    let base = 0x7f35_34c0_0000;
    for (address, path, expected) in [
        (0xb1d, 0x123, ALLOW),
        (0xb1e, 0x123, NOTIFY),
        (0x001, 0xeb4, ALLOW),
        (0x090, 0xeb4, ALLOW),
        (0x001, 0xeb5, NOTIFY),
        (0x002, 0xeb4, NOTIFY),
    ] {
        assert_eq!(open(base + 7 * 4096 + address, base + 11 * 4096 + path), expected, "{address:#x} {path:#x}");
    }
    let other = |number| run_from(base + 0xb1d, &filter, ARCH, number, [0; 6]);
    assert_eq!((other(libc::SYS_openat2), other(libc::SYS_socket)), (NOTIFY, NOTIFY));
}

#[test]
fn the_ends_of_a_pair_can_be_sent_nowhere_else() {
    let filter = program(&rules(Tier::Landlock));
    let pair = |domain: i32, kind: i32| {
        run(&filter, ARCH, libc::SYS_socketpair, [domain as u64, (kind | libc::SOCK_CLOEXEC) as u64, 0, 0, 0, 0])
    };
    assert_eq!(pair(libc::AF_UNIX, libc::SOCK_STREAM), ALLOW);
    assert_eq!(pair(libc::AF_UNIX, libc::SOCK_SEQPACKET), ALLOW);
    assert_eq!(pair(libc::AF_UNIX, libc::SOCK_DGRAM), NOTIFY);
    assert_eq!(pair(libc::AF_TIPC, libc::SOCK_STREAM), NOTIFY);
}
