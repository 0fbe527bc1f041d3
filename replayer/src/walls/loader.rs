//! What is opened at every start, before the program's own first instruction: by the dynamic loader, and by the C library on its
//! own account. What a program opens is looked at; to stop for these as well would cost more than all else does.
//!
//! The filter sees from which address a call comes and at which its path is. Where a library is put is random, but not the
//! place within a page. So a call goes on unseen from the places of the loader's own calls, and from those of a library with a
//! path that is a constant of that library's and named by a probe; if no other code in view has a system call at that place
//! of any of its pages. The walls refuse such a call all the same: only the report is spared.

use std::fs::File;
use std::io;
use std::path::Path;

use memchr::memmem;

use crate::message::{Execution, Mount, Open};
use crate::sys::Bytes;

const PAGE: usize = 4096;
const CALL: &[u8] = b"\x0f\x05"; // syscall
const OPENAT: &[u8] = b"\xb8\x01\x01\x00\x00"; // mov $257, %eax
/// So many bytes before the call its number is loaded, at the most.
const BEFORE: usize = 48;
const LOADED: usize = 1; // PT_LOAD
const INTERPRETER: usize = 3; // PT_INTERP
const EXECUTABLE: usize = 1; // PF_X
const WRITABLE: usize = 2; // PF_W
/// What allocators and compilers align memory to.
const ALIGNED: usize = 16;

/// A part of a file that a program header names.
struct Segment {
    kind: usize,
    flags: usize,
    offset: usize,
    length: usize,
}

/// Calls of openat that nobody needs to look at, by where in a page they come from.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Unseen {
    /// Whatever they open.
    pub places: Vec<u32>,
    /// If their path is there in its page.
    pub paths: Vec<(u32, u32)>,
}

/// Nothing where it cannot be told: then every call that opens a file is stopped.
pub fn unseen(open: &Open) -> Unseen {
    let files = open.native && open.execution == Execution::Target && cfg!(target_arch = "x86_64");
    if files { found(open).unwrap_or_default() } else { Unseen::default() }
}

fn found(open: &Open) -> io::Result<Unseen> {
    let (mut loaders, mut programs) = (Vec::new(), Vec::new());
    for target in open.targets.values() {
        let program = target.first().and_then(|path| mounted(open, Path::new(path))).ok_or(io::ErrorKind::NotFound)?;
        programs.push(program);
        if let Some(path) = interpreter(program)? {
            loaders.push(mounted(open, Path::new(&path)).ok_or(io::ErrorKind::NotFound)?);
        }
    }
    let files = (0..).zip(&open.mounts).filter(|(_, mount)| !mount.noexec);
    let files: Vec<(usize, Bytes, Vec<Segment>)> = files
        .map(|(index, mount)| contents(mount).map(|(bytes, segments)| (index, bytes, segments)))
        .collect::<io::Result<_>>()?;
    let probed = || open.probes.iter().filter(|probe| probe.syscall == "openat" && !probe.target.contains(['*', '?']));
    let mut unseen = Unseen::default();
    for (index, bytes, segments) in &files {
        let among = |list: &[&Mount]| list.iter().any(|it| std::ptr::eq(*it, &raw const open.mounts[*index]));
        let loads = among(&loaders);
        let strings = || probed().filter_map(|probe| constant(bytes, segments, &probe.target));
        // What the program itself opens is looked at, wherever its path is.
        if among(&programs) || (!loads && strings().next().is_none()) {
            continue;
        }
        let mut places: Vec<u32> = code(bytes, segments).flat_map(opening).collect();
        for (_, other, parts) in files.iter().filter(|(other, ..)| other != index) {
            places.retain(|place| !code(other, parts).any(|code| calls_at(code, *place as usize)));
        }
        unseen.paths.extend(strings().flat_map(|string| places.iter().map(move |place| (*place, string))));
        if loads {
            unseen.places.extend(places);
        }
    }
    Ok(unseen)
}

/// Where in its page the text stands by itself, once, among what the program cannot write. None where it is aligned as other
/// memory is.
fn constant(bytes: &[u8], segments: &[Segment], text: &str) -> Option<u32> {
    let whole = [b"\0", text.as_bytes(), b"\0"].concat();
    let data = segments.iter().filter(|it| it.kind == LOADED && it.flags & (EXECUTABLE | WRITABLE) == 0);
    let parts = data.filter_map(|it| pages(bytes, it));
    let mut found = parts.flat_map(|part| memmem::find_iter(part, &whole).collect::<Vec<_>>());
    let place = found.next()? + 1;
    (found.next().is_none() && place % ALIGNED != 0).then_some((place % PAGE) as u32)
}

/// The places in a page of the calls of openat in `code`, which starts with a page.
fn opening(code: &[u8]) -> impl Iterator<Item = u32> {
    let ends = memmem::find_iter(code, CALL).map(|at| at + CALL.len());
    ends.filter(|end| opens(&code[..*end])).map(|end| (end % PAGE) as u32)
}

/// Whether a system call ends at that place of any page of `code`.
fn calls_at(code: &[u8], place: usize) -> bool {
    (place..=code.len()).step_by(PAGE).any(|end| code[..end].ends_with(CALL))
}

/// Whether the call at the end of `code` is one of openat.
fn opens(code: &[u8]) -> bool {
    let before = &code[code.len().saturating_sub(BEFORE + CALL.len())..code.len() - CALL.len()];
    let number = before.windows(OPENAT.len()).rposition(|bytes| bytes == OPENAT);
    number.is_some_and(|at| !before[at..].windows(CALL.len()).any(|bytes| bytes == CALL))
}

/// The mount of the file that the program calls `path`, which may name it through links where there is no view.
fn mounted<'a>(open: &'a Open, path: &Path) -> Option<&'a Mount> {
    let real = std::fs::canonicalize(path).ok();
    let here = |mount: &&Mount| Path::new(&mount.source) == path || (mount.real.is_some() && mount.real == real);
    let there = |mount: &&Mount| Path::new(&mount.target) == path;
    open.mounts.iter().find(there).or_else(|| open.mounts.iter().find(here))
}

/// The executable parts of a file, each from the start of its first page.
fn code<'a>(bytes: &'a [u8], segments: &'a [Segment]) -> impl Iterator<Item = &'a [u8]> {
    segments.iter().filter(|it| it.kind == LOADED && it.flags & EXECUTABLE != 0).filter_map(|it| pages(bytes, it))
}

/// What a segment holds of the file, from the start of its first page.
fn pages<'a>(bytes: &'a [u8], segment: &Segment) -> Option<&'a [u8]> {
    let end = segment.offset.saturating_add(segment.length).min(bytes.len());
    bytes.get(segment.offset - segment.offset % PAGE..end)
}

/// The path of the program's dynamic loader.
fn interpreter(program: &Mount) -> io::Result<Option<String>> {
    let (bytes, segments) = contents(program)?;
    let named = segments.iter().find(|it| it.kind == INTERPRETER);
    let path = named.and_then(|it| bytes.get(it.offset..it.offset.checked_add(it.length)?));
    Ok(path.map(|path| String::from_utf8_lossy(path).trim_end_matches('\0').to_string()))
}

/// A mounted file and its program headers, if it is an ELF file of 64 bits. An error: a folder, or what cannot be read.
fn contents(mount: &Mount) -> io::Result<(Bytes, Vec<Segment>)> {
    let bytes = Bytes::of(&File::open(mount.real.as_deref().unwrap_or(Path::new(&mount.source)))?)?;
    let segments = segments(&bytes).unwrap_or_default();
    Ok((bytes, segments))
}

fn segments(bytes: &[u8]) -> Option<Vec<Segment>> {
    let number = |at: usize, length: usize| {
        let bytes = bytes.get(at..at.checked_add(length)?)?;
        Some(bytes.iter().rev().fold(0, |number, byte| number << 8 | usize::from(*byte)))
    };
    if !bytes.starts_with(b"\x7fELF\x02\x01") {
        return None;
    }
    let (table, size, count) = (number(32, 8)?, number(54, 2)?, number(56, 2)?);
    let header = |index: usize| {
        let at = table.checked_add(index * size)?;
        let word = |offset: usize, length: usize| number(at.checked_add(offset)?, length);
        Some(Segment { kind: word(0, 4)?, flags: word(4, 4)?, offset: word(8, 8)?, length: word(32, 8)? })
    };
    (0..count).map(header).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::message::Probe;

    const MAPS: &str = "/proc/self/maps";

    /// An ELF file of two pages: a call of openat that ends at `call` of the first, MAPS at `text` of the second.
    fn library(call: usize, number: u32, text: usize) -> Vec<u8> {
        let mut file = vec![0x90; 2 * PAGE];
        file[..64].fill(0);
        file[..6].copy_from_slice(b"\x7fELF\x02\x01");
        file[32] = 64;
        file[54] = 56;
        file[56] = 2;
        for (index, (flags, offset)) in [(5u8, 0u8), (4, 16)].into_iter().enumerate() {
            let header = &mut file[64 + 56 * index..][..56];
            header.fill(0);
            (header[0], header[4], header[9], header[33]) = (1, flags, offset, 16);
        }
        file[call - 12..call - 11].copy_from_slice(b"\xb8");
        file[call - 11..call - 7].copy_from_slice(&number.to_le_bytes());
        file[call - 2..call].copy_from_slice(CALL);
        file[PAGE + text - 1] = 0;
        file[PAGE + text..][..MAPS.len()].copy_from_slice(MAPS.as_bytes());
        file[PAGE + text + MAPS.len()] = 0;
        file
    }

    fn looked(files: &[(&str, Vec<u8>)], interpreter: &str) -> Unseen {
        let folder = std::env::temp_dir().join(format!("portproof-loader-{interpreter}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let mut program = library(700, 1, 700);
        program[120] = 3; // the second header names the loader
        program[PAGE..].fill(0);
        program[PAGE..][..interpreter.len() + 1].copy_from_slice(format!("/{interpreter}").as_bytes());
        let all = [("program", program)].into_iter().chain(files.iter().cloned());
        let mounts = all.map(|(name, bytes)| {
            std::fs::write(folder.join(name), bytes).unwrap();
            let source = folder.join(name).to_string_lossy().into_owned();
            Mount { source, target: format!("/{name}"), writable: false, noexec: false, resident: false, real: None }
        });
        let open = Open {
            mounts: mounts.collect(),
            targets: [("it".to_string(), vec!["/program".to_string()])].into(),
            probes: vec![Probe { syscall: "openat".to_string(), target: MAPS.to_string() }],
            native: true,
            ..crate::doctor::nothing(crate::message::Tier::Namespaces)
        };
        let found = unseen(&open);
        std::fs::remove_dir_all(folder).unwrap();
        found
    }

    #[test]
    fn only_calls_of_openat_at_places_of_their_own_are_let_go() {
        let files = |clash: usize| [("ld", library(0x123, 257, 0x801)), ("c", library(clash, 257, 0x703))];
        let found = looked(&files(0x456), "ld");
        assert_eq!((found.places, found.paths), (vec![0x123], vec![(0x123, 0x801), (0x456, 0x703)]));
        assert_eq!(looked(&files(0x123), "ld"), Unseen::default());
        assert_eq!(looked(&[("ld", library(0x123, 258, 0x801))], "ld"), Unseen::default());
        let aligned = looked(&[("ld", library(0x123, 257, 0x800))], "ld");
        assert_eq!((aligned.places, aligned.paths), (vec![0x123], vec![]));
        assert_eq!(looked(&files(0x456), "absent"), Unseen::default());
    }
}
