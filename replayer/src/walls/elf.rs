//! What is read of an ELF file of 64 bits: its parts, its dynamic loader, the libraries that it is linked to.

use std::fs::File;
use std::io;
use std::path::Path;

use crate::sys::Bytes;

pub const PAGE: usize = 4096;
const LOADED: usize = 1; // PT_LOAD
const DYNAMIC: usize = 2; // PT_DYNAMIC
const INTERPRETER: usize = 3; // PT_INTERP
const EXECUTABLE: usize = 1; // PF_X
const WRITABLE: usize = 2; // PF_W
const NEEDED: usize = 1; // DT_NEEDED
const STRINGS: usize = 5; // DT_STRTAB
const SEARCHED: [usize; 2] = [15, 29]; // DT_RPATH, DT_RUNPATH

/// A part of a file that a program header names.
struct Segment {
    kind: usize,
    flags: usize,
    offset: usize,
    address: usize,
    length: usize,
}

/// A file and its program headers; none of a file of another kind.
pub struct Elf {
    bytes: Bytes,
    segments: Vec<Segment>,
}

impl Elf {
    pub fn read(path: &Path) -> io::Result<Elf> {
        let bytes = Bytes::of(&File::open(path)?)?;
        let segments = segments(&bytes).unwrap_or_default();
        Ok(Elf { bytes, segments })
    }

    /// Whether both hold the same bytes.
    pub fn equals(&self, other: &Elf) -> bool {
        *self.bytes == *other.bytes
    }

    /// The executable parts, each from the start of its first page.
    pub fn code(&self) -> impl Iterator<Item = &[u8]> {
        self.parts(EXECUTABLE, EXECUTABLE)
    }

    /// The parts that can be read, but neither written nor executed, likewise.
    pub fn constants(&self) -> impl Iterator<Item = &[u8]> {
        self.parts(EXECUTABLE | WRITABLE, 0)
    }

    fn parts(&self, mask: usize, flags: usize) -> impl Iterator<Item = &[u8]> {
        let segments = self.segments.iter().filter(move |it| it.kind == LOADED && it.flags & mask == flags);
        segments.filter_map(|it| {
            let end = it.offset.saturating_add(it.length).min(self.bytes.len());
            self.bytes.get(it.offset - it.offset % PAGE..end)
        })
    }

    /// The path of the dynamic loader.
    pub fn interpreter(&self) -> Option<String> {
        let named = self.segments.iter().find(|it| it.kind == INTERPRETER)?;
        self.text(named.offset)
    }

    /// The names of the libraries that it is linked to. None where it has places of its own to look for them.
    pub fn needed(&self) -> Option<Vec<String>> {
        let Some(table) = self.segments.iter().find(|it| it.kind == DYNAMIC) else { return Some(Vec::new()) };
        let entries: Vec<(usize, usize)> = (0..table.length / 16)
            .map_while(|index| {
                let at = table.offset.checked_add(16 * index)?;
                Some((number(&self.bytes, at, 8)?, number(&self.bytes, at + 8, 8)?))
            })
            .take_while(|(tag, _)| *tag != 0)
            .collect();
        if entries.iter().any(|(tag, _)| SEARCHED.contains(tag)) {
            return None;
        }
        let strings = entries.iter().find(|(tag, _)| *tag == STRINGS).and_then(|(_, address)| self.offset(*address));
        let needed = entries.iter().filter(|(tag, _)| *tag == NEEDED);
        needed.map(|(_, name)| self.text(strings?.checked_add(*name)?)).collect()
    }

    fn offset(&self, address: usize) -> Option<usize> {
        let within = |it: &&Segment| it.kind == LOADED && (it.address..it.address + it.length).contains(&address);
        self.segments.iter().find(within).map(|it| it.offset + (address - it.address))
    }

    fn text(&self, offset: usize) -> Option<String> {
        let rest = self.bytes.get(offset..)?;
        let end = rest.iter().take(PAGE).position(|byte| *byte == 0)?;
        String::from_utf8(rest[..end].to_vec()).ok()
    }
}

fn number(bytes: &[u8], at: usize, length: usize) -> Option<usize> {
    let bytes = bytes.get(at..at.checked_add(length)?)?;
    Some(bytes.iter().rev().fold(0, |number, byte| number << 8 | usize::from(*byte)))
}

fn segments(bytes: &[u8]) -> Option<Vec<Segment>> {
    if !bytes.starts_with(b"\x7fELF\x02\x01") {
        return None;
    }
    let (table, size, count) = (number(bytes, 32, 8)?, number(bytes, 54, 2)?, number(bytes, 56, 2)?);
    let header = |index: usize| {
        let at = table.checked_add(index * size)?;
        let word = |offset: usize, length: usize| number(bytes, at.checked_add(offset)?, length);
        let [offset, address, length] = [8, 16, 32].map(|at| word(at, 8).filter(|word| *word < 1 << 48));
        let (kind, flags) = (word(0, 4)?, word(4, 4)?);
        Some(Segment { kind, flags, offset: offset?, address: address?, length: length? })
    };
    (0..count).map(header).collect()
}
