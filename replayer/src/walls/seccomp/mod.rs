//! The system call filter, as a classic BPF program: a binary search over ranges of system calls, and a few checks of
//! arguments at its leaves.
//!
//! It is raised once per slot, in the launcher, and inherited by every case at no cost. That an exec is the launcher's own is
//! known by a cookie: 192 random bits in the three argument registers that execve does not use. The program cannot know
//! them, and the kernel clears the registers on exec.

use crate::sys::Instruction;
use crate::walls::loader::Unseen;

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
    /// The same, or a call of openat that is not to be seen.
    LastArgumentOrUnseen(u64, Unseen),
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
    /// socketpair: local, and of a kind whose ends can be sent nowhere else.
    Pair,
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

const FROM_AT: u32 = 8;
const AND: u16 = 0x54; // BPF_ALU | BPF_AND | BPF_K
const PAGE_MASK: u32 = 4095;
const KIND_OF_SOCKET: u32 = 0xf; // the rest are flags

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
        Rule::If(Check::Pair) => {
            return vec![
                (LOAD, 0, 0, low(0)),
                (EQUAL, 0, 5, libc::AF_UNIX as u32),
                (LOAD, 0, 0, low(1)),
                (AND, 0, 0, KIND_OF_SOCKET),
                (EQUAL, 1, 0, libc::SOCK_STREAM as u32),
                (EQUAL, 0, 1, libc::SOCK_SEQPACKET as u32),
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
        Rule::If(Check::LastArgumentOrUnseen(value, Unseen { places, paths })) => {
            let (from, path) =
                ([(LOAD, 0, 0, FROM_AT), (AND, 0, 0, PAGE_MASK)], [(LOAD, 0, 0, low(1)), (AND, 0, 0, PAGE_MASK)]);
            let mut code = from.to_vec();
            code.extend(places.iter().flat_map(|place| [(EQUAL, 0, 1, *place), (RETURN, 0, 0, ALLOW)]));
            for (place, at) in paths {
                code.extend(from);
                code.push((EQUAL, 0, 4, *place));
                code.extend(path);
                code.extend([(EQUAL, 0, 1, *at), (RETURN, 0, 0, ALLOW)]);
            }
            code.extend(all(&halves(5, *value)));
            return code;
        }
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
mod tests;
