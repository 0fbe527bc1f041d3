"""Unpack what strangers packed: tar (plain, gzip, bzip2, xz) and zip, member by member, nothing trusted.

Refused as a whole: paths that are absolute, climb or are not plain; links, devices, pipes, sparse files; a path twice,
or a file where a folder is; encrypted members; too many files, too many bytes, or far more bytes than the archive has.
Bytes are counted as they come out, whatever headers claim. Modes and owners are not taken over."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import tarfile
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import IO, cast

MIB = 1 << 20


class Refused(Exception):
    """Why an archive is not unpacked, as a sentence."""


@dataclass(frozen=True, slots=True)
class Caps:
    """`ratio`: how many times larger than the archive its content may be, once it is over `free` bytes."""

    files: int = 10_000
    file_bytes: int = 16 * MIB
    bytes: int = 128 * MIB
    ratio: int = 100
    free: int = 4 * MIB


CAPS = Caps()
BLOCK = 1 << 16
GZIP, BZIP2, XZ = b"\x1f\x8b", b"BZh", b"\xfd7zXZ\0"
BROKEN = (tarfile.TarError, zipfile.BadZipFile, zlib.error, lzma.LZMAError, EOFError, OSError, ValueError,
          NotImplementedError, RuntimeError, UnicodeError)  # fmt: skip


def unpack(archive: Path, target: Path, caps: Caps = CAPS) -> int:
    """Unpack into the empty folder `target`; how many files. Raises Refused, and then `target` may hold a part."""
    size = archive.stat().st_size
    meter = _Meter(caps, size)
    written: dict[str, bool] = {}
    try:
        with archive.open("rb") as raw:
            members = _zip(raw, meter) if _is_zip(raw) else _tar(raw, meter)
            for name, stream in members:
                _write(name, stream, target, written, meter)
    except Refused:
        raise
    except BROKEN as error:
        raise Refused(f"it cannot be read: {str(error) or type(error).__name__}") from error
    if not written:
        raise Refused("it holds no file")
    return meter.files


class _Meter:
    """Counts what came out against what may."""

    def __init__(self, caps: Caps, size: int) -> None:
        self.caps = caps
        self.most = min(caps.bytes, max(caps.free, size * caps.ratio))
        self.files = self.bytes = 0

    def member(self) -> None:
        self.files += 1
        if self.files > self.caps.files:
            raise Refused(f"it holds more than {self.caps.files:,} files")

    def add(self, count: int) -> None:
        self.bytes += count
        if self.bytes > self.most:
            why = "all together" if self.most == self.caps.bytes else f"{self.caps.ratio} times the archive"
            raise Refused(f"it unpacks to more than {self.most:,} bytes ({why})")


class _Metered(io.RawIOBase):
    """A decompressed stream that ends a bomb: even headers are counted, and read in small pieces."""

    def __init__(self, stream: IO[bytes], meter: _Meter) -> None:
        self._stream, self._meter = stream, meter

    def readable(self) -> bool:
        return True

    def read(self, size: int | None = -1) -> bytes:
        parts: list[bytes] = []
        left = size if size is not None and size >= 0 else 1 << 62
        while left > 0 and (part := self._stream.read(min(left, BLOCK))):
            self._meter.add(len(part))
            parts.append(part)
            left -= len(part)
        return b"".join(parts)


def _is_zip(raw: IO[bytes]) -> bool:
    head = raw.read(4)
    raw.seek(0)
    return head[:2] == b"PK"


def _zip(raw: IO[bytes], meter: _Meter) -> Iterator[tuple[str, IO[bytes] | None]]:
    with zipfile.ZipFile(raw) as archive:
        infos = archive.infolist()
        if len(infos) > 2 * meter.caps.files:
            raise Refused(f"it holds more than {meter.caps.files:,} files")
        for info in infos:
            kind = (info.external_attr >> 16) & 0o170000
            if kind not in (0, 0o100000, 0o040000):
                raise Refused(f"{_shown(info.filename)} is a link or no regular file")
            if info.flag_bits & 1:
                raise Refused(f"{_shown(info.filename)} is encrypted")
            if info.is_dir():
                yield info.filename, None
                continue
            with archive.open(info) as stream:
                yield info.filename, _Metered(stream, meter)  # type: ignore[misc]  # only `read` of the stream is used


def _tar(raw: IO[bytes], meter: _Meter) -> Iterator[tuple[str, IO[bytes] | None]]:
    with _plain(raw) as stream, tarfile.open(fileobj=_Metered(stream, meter), mode="r|", bufsize=BLOCK) as archive:
        for member in archive:
            if member.isdir():
                yield member.name, None
            elif not member.isreg() or member.issparse():
                raise Refused(f"{_shown(member.name)} is a link or no regular file")
            else:
                content = archive.extractfile(member)
                if content is None:
                    raise Refused(f"{_shown(member.name)} has no content")
                yield member.name, content


@contextmanager
def _plain(raw: IO[bytes]) -> Iterator[IO[bytes]]:
    """The bytes of a tar, whatever it is compressed with."""
    head = raw.read(len(XZ))
    raw.seek(0)
    with ExitStack() as opened:
        if head.startswith(GZIP):
            yield cast(IO[bytes], opened.enter_context(gzip.GzipFile(fileobj=raw)))
        elif head.startswith(BZIP2):
            yield opened.enter_context(bz2.BZ2File(raw))
        elif head.startswith(XZ):
            yield opened.enter_context(lzma.LZMAFile(raw))
        else:
            yield raw


def _write(name: str, stream: IO[bytes] | None, target: Path, written: dict[str, bool], meter: _Meter) -> None:
    """One member; `written` says of each path whether it is a folder."""
    meter.member()
    path = plain_path(name.rstrip("/") if stream is None else name)
    if stream is None and path == ".":
        return
    if problem := _unfit(name, path, stream is None, written):
        raise Refused(problem)
    place = target / path
    if stream is None:
        place.mkdir(parents=True, exist_ok=True)
        return
    place.parent.mkdir(parents=True, exist_ok=True)
    size = 0
    with place.open("xb") as out:
        while block := stream.read(BLOCK):
            size += len(block)
            if size > meter.caps.file_bytes:
                raise Refused(f"{_shown(name)} has more than {meter.caps.file_bytes:,} bytes")
            out.write(block)


def plain_path(name: str) -> str:
    """`name` without a leading `./`; `.` for the top folder itself."""
    while name.startswith("./"):
        name = name[2:].lstrip("/") if name[2:].startswith("/") else name[2:]
    return name or "."


def path_problem(path: str) -> str:
    """Why a path cannot be one inside a tree, or an empty string: stricter than a case's file names."""
    pure = PurePosixPath(path)
    if not path or pure.is_absolute() or path != pure.as_posix() or ".." in pure.parts or "\\" in path:
        return "is no plain relative path"
    if any(not char.isprintable() for char in path):
        return "has a character that cannot be shown"
    try:
        encoded = [part.encode("utf-8") for part in pure.parts]
    except UnicodeEncodeError:
        return "is not UTF-8"
    return "is too long" if any(len(part) > 255 for part in encoded) or len(path) > 1024 or len(encoded) > 32 else ""


def _unfit(name: str, path: str, folder: bool, written: dict[str, bool]) -> str:
    if why := path_problem(path):
        return f"{_shown(name)} {why}"
    for parent in PurePosixPath(path).parents:
        if parent.as_posix() != "." and written.setdefault(parent.as_posix(), True) is False:
            return f"{_shown(name)} lies in {_shown(parent.as_posix())}, which is a file"
    if path in written and not (folder and written[path]):
        return f"{_shown(name)} stands twice"
    written[path] = folder
    return ""


def _shown(name: str) -> str:
    return ascii(name[:80])
