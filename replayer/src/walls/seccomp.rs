//! The system call filter, as a classic BPF program: a binary search over ranges of system calls, and a few checks of
//! arguments at its leaves.
//!
//! It is raised once per slot, in the launcher, and inherited by every case at no cost. That an exec is the launcher's own is
//! known by a cookie: 192 random bits in the three argument registers that execve does not use. The program cannot know
//! them, and the kernel clears the registers on exec.

use crate::sys::Instruction;

/// The answer to one system call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Rule {
    Allow,
    /// Suspended until the supervisor has refused it; see `denial`.
    Report,
    /// ENOSYS, unreported.
    Absent,
    /// This errno, unreported.
    Refuse(u32),
    /// Allowed if the check holds, else reported.
    If(Check),
}

/// A condition on the arguments. Numbers are compared in their lower 32 bits where the kernel's type has 32.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Check {
    /// Arguments 3, 4 and 5 are these.
    Cookie([u64; 3]),
    /// Argument 5 is this.
    LastArgument(u64),
    Any(u32, Vec<u32>),
    NotAny(u32, Vec<u32>),
    NoBits(u32, u32),
    /// mmap: what is mapped executable comes from no file (`file`), and is shared with no other mapping (`shared`).
    NoCode {
        file: bool,
        shared: bool,
    },
    /// The argument is a number of 32 bits that is zero or negative.
    NotPositive(u32),
    /// Argument 1 is 0: setpriority and ioprio_set for the caller itself or its group, but argument 0 does not say all
    /// processes of the user (2 and 3).
    OfItself,
}

const ALLOW: u32 = 0x7fff_0000;
const NOTIFY: u32 = 0x7fc0_0000;
const ERRNO: u32 = 0x0005_0000;
const ABSENT: u32 = ERRNO | libc::ENOSYS as u32;

const LOAD: u16 = 0x20; // BPF_LD | BPF_W | BPF_ABS
const JUMP: u16 = 0x05; // BPF_JMP | BPF_JA
const EQUAL: u16 = 0x15; // BPF_JMP | BPF_JEQ | BPF_K
const AT_LEAST: u16 = 0x35; // BPF_JMP | BPF_JGE | BPF_K
const BITS: u16 = 0x45; // BPF_JMP | BPF_JSET | BPF_K
const RETURN: u16 = 0x06; // BPF_RET | BPF_K

const NUMBER_AT: u32 = 0; // struct seccomp_data: nr, arch, instruction pointer, six arguments of 64 bits
const ARCH_AT: u32 = 4;
#[cfg(target_arch = "x86_64")]
pub const ARCH: u32 = 0xc000_003e; // AUDIT_ARCH_X86_64
#[cfg(target_arch = "aarch64")]
pub const ARCH: u32 = 0xc000_00b7; // AUDIT_ARCH_AARCH64

fn low(argument: u32) -> u32 {
    16 + 8 * argument
}

fn high(argument: u32) -> u32 {
    low(argument) + 4
}

/// The program for `rules`. Calls of another architecture are reported; those without a rule are absent, which covers
/// the x32 numbers too.
pub fn program(rules: &[(i64, Rule)]) -> Vec<Instruction> {
    let last = rules.iter().map(|(number, _)| *number).max().unwrap_or(0);
    let mut ranges: Vec<(u32, Rule)> = Vec::new();
    for number in 0..=last + 1 {
        let rule = rules.iter().find(|(other, _)| *other == number).map_or(&Rule::Absent, |(_, rule)| rule);
        if ranges.last().is_none_or(|(_, before)| before != rule) {
            ranges.push((number as u32, rule.clone()));
        }
    }
    let mut code = vec![(LOAD, 0, 0, ARCH_AT), (EQUAL, 1, 0, ARCH), (RETURN, 0, 0, NOTIFY), (LOAD, 0, 0, NUMBER_AT)];
    code.extend(search(&ranges));
    code
}

/// Code that finds the range of the number in the accumulator and answers by its rule.
fn search(ranges: &[(u32, Rule)]) -> Vec<Instruction> {
    if let [(_, rule)] = ranges {
        return answer(rule);
    }
    let (lower, upper) = ranges.split_at(ranges.len() / 2);
    let (below, above) = (search(lower), search(upper));
    // A conditional jump reaches 255 instructions, an unconditional one any distance.
    let mut code = vec![(AT_LEAST, 0, 1, upper[0].0), (JUMP, 0, 0, below.len() as u32)];
    code.extend(below);
    code.extend(above);
    code
}

fn answer(rule: &Rule) -> Vec<Instruction> {
    let values: Vec<(u32, u32)> = match rule {
        Rule::Allow => return vec![(RETURN, 0, 0, ALLOW)],
        Rule::Report => return vec![(RETURN, 0, 0, NOTIFY)],
        Rule::Absent => return vec![(RETURN, 0, 0, ABSENT)],
        Rule::Refuse(errno) => return vec![(RETURN, 0, 0, ERRNO | errno)],
        Rule::If(Check::Any(argument, values)) => return any(*argument, values, ALLOW, NOTIFY),
        Rule::If(Check::NotAny(argument, values)) => return any(*argument, values, NOTIFY, ALLOW),
        Rule::If(Check::NoBits(argument, bits)) => {
            return vec![
                (LOAD, 0, 0, low(*argument)),
                (BITS, 1, 0, *bits),
                (RETURN, 0, 0, ALLOW),
                (RETURN, 0, 0, NOTIFY),
            ];
        }
        Rule::If(Check::NoCode { file, shared }) => {
            let to_allow = 1 + u8::from(*file) + u8::from(*shared);
            let mut code =
                vec![(LOAD, 0, 0, low(2)), (BITS, 0, to_allow, libc::PROT_EXEC as u32), (LOAD, 0, 0, low(3))];
            if *shared {
                code.push((BITS, to_allow - 1, 0, libc::MAP_SHARED as u32));
            }
            if *file {
                code.push((BITS, 0, 1, libc::MAP_ANONYMOUS as u32));
            }
            code.extend([(RETURN, 0, 0, ALLOW), (RETURN, 0, 0, NOTIFY)]);
            return code;
        }
        Rule::If(Check::NotPositive(argument)) => {
            return vec![
                (LOAD, 0, 0, low(*argument)),
                (EQUAL, 1, 0, 0),
                (BITS, 0, 1, 1 << 31),
                (RETURN, 0, 0, ALLOW),
                (RETURN, 0, 0, NOTIFY),
            ];
        }
        Rule::If(Check::OfItself) => {
            return vec![
                (LOAD, 0, 0, low(1)),
                (EQUAL, 0, 3, 0),
                (LOAD, 0, 0, low(0)),
                (AT_LEAST, 1, 0, 2),
                (RETURN, 0, 0, ALLOW),
                (RETURN, 0, 0, NOTIFY),
            ];
        }
        Rule::If(Check::Cookie(cookie)) => {
            (3..).zip(cookie).flat_map(|(argument, part)| halves(argument, *part)).collect()
        }
        Rule::If(Check::LastArgument(value)) => halves(5, *value).to_vec(),
    };
    all(&values)
}

fn halves(argument: u32, value: u64) -> [(u32, u32); 2] {
    [(low(argument), value as u32), (high(argument), (value >> 32) as u32)]
}

/// Allowed if every word has its value.
fn all(words: &[(u32, u32)]) -> Vec<Instruction> {
    let mut code = Vec::new();
    for (index, (offset, value)) in words.iter().enumerate() {
        let to_refusal = 2 * (words.len() - index - 1) + 1;
        code.extend([(LOAD, 0, 0, *offset), (EQUAL, 0, to_refusal as u8, *value)]);
    }
    code.extend([(RETURN, 0, 0, ALLOW), (RETURN, 0, 0, NOTIFY)]);
    code
}

fn any(argument: u32, values: &[u32], then: u32, otherwise: u32) -> Vec<Instruction> {
    let mut code = vec![(LOAD, 0, 0, low(argument))];
    for (index, value) in values.iter().enumerate() {
        code.push((EQUAL, (values.len() - index) as u8, 0, *value));
    }
    code.extend([(RETURN, 0, 0, otherwise), (RETURN, 0, 0, then)]);
    code
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::message::{Execution, Probe, Tier};
    use crate::walls::syscalls::{self, Code};

    /// What the kernel would answer: an interpreter of the few instructions that are used here.
    fn run(program: &[Instruction], arch: u32, number: i64, args: [u64; 6]) -> u32 {
        let mut data = Vec::new();
        data.extend_from_slice(&(number as u32).to_ne_bytes());
        data.extend_from_slice(&arch.to_ne_bytes());
        data.extend_from_slice(&0u64.to_ne_bytes());
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
    fn only_a_watched_case_waits_when_it_opens_a_file() {
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
            for number in [libc::SYS_openat, libc::SYS_newfstatat, libc::SYS_unlinkat, libc::SYS_utimensat] {
                assert!(changed.contains(&number), "{number}");
            }
            let code = [0, 4096, (libc::PROT_READ | libc::PROT_EXEC) as u64, 0, 0, 0];
            assert_eq!(run(&seeing, ARCH, libc::SYS_mprotect, code), NOTIFY);
            assert_eq!(run(&blind, ARCH, libc::SYS_mprotect, code), ALLOW);
            assert_eq!(run(&seeing, ARCH, libc::SYS_openat, [0, 0, 0, 0, 0, cookie]), ALLOW);
            assert_eq!(run(&seeing, ARCH, libc::SYS_openat, [0, 0, 0, 0, 0, cookie ^ 1 << 40]), NOTIFY);
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
                assert_eq!(
                    map(&blind, libc::PROT_EXEC),
                    expected(stopped.contains(&flags)),
                    "{tier:?} {native} {flags}"
                );
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
            (libc::SYS_openat, ALLOW),
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
}
