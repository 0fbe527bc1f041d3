//! What is opened at every start, before the program's own first instruction: by the dynamic loader, and by the C library on its
//! own account. What a program opens is looked at; to stop for these as well would cost more than all else does.
//!
//! The filter sees from which address a call comes and at which its path is. Where a library is put is random, but not the
//! place within a page. So a call goes on unseen from the places of the loader's own calls, and from those of a library with a
//! path that is a constant of that library's and named by a probe; if no other code in view has a system call at that place
//! of any of its pages. The walls refuse such a call all the same: only the report is spared.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use memchr::memmem;
use serde::{Deserialize, Serialize};

use crate::message::{Execution, Mount, Open, Tier};
use crate::walls::elf::{Elf, PAGE};

const CALL: &[u8] = b"\x0f\x05"; // syscall
const OPENAT: &[u8] = b"\xb8\x01\x01\x00\x00"; // mov $257, %eax
/// So many bytes before the call its number is loaded, at the most.
const BEFORE: usize = 48;
/// What allocators and compilers align memory to.
const ALIGNED: usize = 16;
/// Where libraries are looked for.
const FOLDERS: [&str; 6] =
    ["/lib/x86_64-linux-gnu", "/usr/lib/x86_64-linux-gnu", "/lib64", "/usr/lib64", "/lib", "/usr/lib"];

/// Calls of openat that nobody needs to look at, by where in a page they come from.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
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

fn found(open: &Open) -> Option<Unseen> {
    let (mut programs, mut loaders) = (BTreeSet::new(), BTreeSet::new());
    let mut files: BTreeMap<PathBuf, Elf> = BTreeMap::new();
    for target in open.targets.values() {
        programs.insert(in_view(open, Path::new(target.first()?))?);
    }
    // What a program is linked to. A library that it loads by its name alone is not looked through: no port has a way to do that.
    let mut next: Vec<PathBuf> = programs.iter().cloned().collect();
    while let Some(path) = next.pop() {
        if files.contains_key(&path) {
            continue;
        }
        let file = Elf::read(&path).ok()?;
        if let Some(loader) = file.interpreter().filter(|_| programs.contains(&path)) {
            let loader = in_view(open, Path::new(&loader))?;
            loaders.insert(loader.clone());
            next.push(loader);
        }
        for name in file.needed()? {
            let places = FOLDERS.map(|folder| in_view(open, &Path::new(folder).join(&name)));
            let found: Vec<PathBuf> = places.into_iter().flatten().collect();
            if found.is_empty() {
                return None;
            }
            next.extend(found);
        }
        files.insert(path, file);
    }
    let probed = || open.probes.iter().filter(|probe| probe.syscall == "openat" && !probe.target.contains(['*', '?']));
    let mut unseen = Unseen::default();
    for (path, file) in &files {
        let loads = loaders.contains(path);
        let strings = || probed().filter_map(|probe| constant(file, &probe.target));
        // What the program itself opens is looked at, wherever its path is.
        if programs.contains(path) || (!loads && strings().next().is_none()) {
            continue;
        }
        let mut places: Vec<u32> = file.code().flat_map(opening).collect();
        // A second copy is the same code at the same places.
        for (_, other) in files.iter().filter(|(other, it)| *other != path && !it.equals(file)) {
            places.retain(|place| !other.code().any(|code| calls_at(code, *place as usize)));
        }
        unseen.paths.extend(strings().flat_map(|string| places.iter().map(move |place| (*place, string))));
        if loads {
            unseen.places.extend(places);
        }
    }
    Some(unseen)
}

/// The real path of the file that a program calls `path`.
fn in_view(open: &Open, path: &Path) -> Option<PathBuf> {
    let real = if open.tier == Tier::Landlock {
        fs::canonicalize(path).ok()?
    } else {
        let below = |mount: &Mount| {
            let rest = path.strip_prefix(&mount.target).ok()?;
            let source = mount.real.as_deref().unwrap_or(Path::new(&mount.source));
            Some(if rest.as_os_str().is_empty() { source.to_path_buf() } else { source.join(rest) })
        };
        let nearest = open.mounts.iter().filter(|mount| path.starts_with(&mount.target));
        fs::canonicalize(below(nearest.max_by_key(|mount| mount.target.len())?)?).ok()?
    };
    real.is_file().then_some(real)
}

/// Where in its page the text stands by itself, once, among what the program cannot write. None where it is aligned as other
/// memory is.
fn constant(file: &Elf, text: &str) -> Option<u32> {
    let whole = [b"\0", text.as_bytes(), b"\0"].concat();
    let mut found = file.constants().flat_map(|part| memmem::find_iter(part, &whole).collect::<Vec<_>>());
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::message::Probe;

    const MAPS: &str = "/proc/self/maps";

    /// An ELF file of two pages, linked to nothing: a call of openat that ends at `call` of the first, MAPS at `text` of the second.
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
        program[56] = 3;
        program[64 + 33] = 32; // the first header covers all of it
        program[64 + 56] = 3; // the second names the loader
        program[64 + 112..][..56].fill(0);
        (program[64 + 112], program[64 + 112 + 9], program[64 + 112 + 32]) = (2, 17, 48); // the third what it is linked to
        program[PAGE..].fill(0);
        program[PAGE..][..interpreter.len() + 1].copy_from_slice(format!("/{interpreter}").as_bytes());
        for (at, word) in [5u64, 18 << 8, 1, 0].into_iter().enumerate() {
            program[(17 << 8) + 8 * at..][..8].copy_from_slice(&word.to_le_bytes());
        }
        program[18 << 8] = b'c';
        let all = [("program", program)].into_iter().chain(files.iter().cloned());
        let mounts = all.map(|(name, bytes)| {
            std::fs::write(folder.join(name), bytes).unwrap();
            let source = folder.join(name).to_string_lossy().into_owned();
            let folder = if name == "c" { "/lib" } else { "" };
            Mount {
                source,
                target: format!("{folder}/{name}"),
                writable: false,
                noexec: false,
                resident: false,
                real: None,
            }
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
        assert_eq!((found.places, found.paths), (vec![0x123], vec![(0x456, 0x703), (0x123, 0x801)]));
        assert_eq!(looked(&files(0x123), "ld"), Unseen::default());
        let [_, c] = files(0x456);
        assert_eq!(looked(&[("ld", library(0x123, 258, 0x801)), c], "ld").places, Vec::<u32>::new());
        let aligned = looked(&[("ld", library(0x123, 257, 0x800)), ("c", library(0x456, 257, 0x700))], "ld");
        assert_eq!((aligned.places, aligned.paths), (vec![0x123], vec![]));
        assert_eq!(looked(&files(0x456), "absent"), Unseen::default());
        assert_eq!(looked(&files(0x456)[..1], "ld"), Unseen::default());
    }
}
