"""What goes into a container and what comes back: tar streams, the one way that does not need a shared file system.

In: mounted files under the paths where the programs see them, owned by root, or by the replayer's user where they may
be written. Back: the writable ones; what a build left there is not trusted: only plain files and folders are taken, and
nothing is ever written through a link."""

from __future__ import annotations

import io
import os
import shutil
import stat
import tarfile
from collections.abc import Iterable, Iterator
from pathlib import Path, PurePosixPath
from typing import IO

from ..core.errors import HarnessError
from .sandbox import Mount

USER = 1000  # who the programs are, as behind the walls of the other tiers
MOST_BYTES = 8 << 30  # what may come back of one session


def roots(mounts: Iterable[Mount]) -> tuple[str, ...]:
    """The folders that volumes are put at, so that every mount lies in one: none is inside of another."""
    wanted = {it.target if it.source.is_dir() else str(PurePosixPath(it.target).parent) for it in mounts}
    if "/" in wanted:
        raise HarnessError("a file at the top of a container cannot be mounted", "mount it into a folder")
    outer: list[str] = []
    for root in sorted(wanted):
        if not any(root.startswith(f"{other}/") for other in outer):
            outer.append(root)
    return tuple(outer)


def pack(mounts: Iterable[Mount], root: str, stream: IO[bytes]) -> None:
    """Writes those of the mounts that lie at or below `root` as a tar to be unpacked there.

    Raises HarnessError when one cannot be read."""
    made: set[str] = set()
    try:
        with tarfile.open(fileobj=stream, mode="w:", format=tarfile.PAX_FORMAT) as tar:
            for mount in mounts:
                if not PurePosixPath(mount.target).is_relative_to(root):
                    continue
                place = PurePosixPath(mount.target).relative_to(root)
                if place.name:  # the folder itself is there already, see `owned`
                    _add(tar, mount.source, place, mount.writable, made)
                for folder, folders, files in os.walk(mount.source):
                    where = place / os.path.relpath(folder, mount.source)
                    for name in sorted((*folders, *files)):
                        _add(tar, Path(folder, name), where / name, mount.writable, made)
            end = tar.offset + 2 * tarfile.BLOCKSIZE
        stream.truncate(end)  # Podman's reader leaves at the mark of the end, and who writes on then finds no pipe
    except OSError as error:
        raise HarnessError(f"cannot read what a container is to hold: {error}") from error


def owned(root: str, stream: IO[bytes]) -> None:
    """Writes a tar to be unpacked at `/` that gives the folder `root` to the programs' user: engines leave the folder
    that they unpack at as it is."""
    with tarfile.open(fileobj=stream, mode="w:", format=tarfile.PAX_FORMAT) as tar:
        tar.addfile(_member(PurePosixPath(root.lstrip("/")), tarfile.DIRTYPE, 0o755, writable=True))


def _add(tar: tarfile.TarFile, source: Path, path: PurePosixPath, writable: bool, made: set[str]) -> None:
    for parent in reversed(path.parents[:-1]):
        if str(parent) not in made:
            made.add(str(parent))
            tar.addfile(_member(parent, tarfile.DIRTYPE, 0o755, False))
    status = source.lstat()
    if stat.S_ISLNK(status.st_mode):
        link = _member(path, tarfile.SYMTYPE, 0o777, writable)
        link.linkname = os.readlink(source)
        tar.addfile(link)
    elif stat.S_ISDIR(status.st_mode):
        made.add(str(path))
        tar.addfile(_member(path, tarfile.DIRTYPE, 0o755, writable))
    elif stat.S_ISREG(status.st_mode):
        member = _member(path, tarfile.REGTYPE, 0o755 if status.st_mode & 0o111 else 0o644, writable)
        member.size = status.st_size
        with source.open("rb") as stream:
            tar.addfile(member, stream)
    else:
        raise HarnessError(f"{source} is neither file, folder nor link", "remove it")


def _member(path: PurePosixPath, kind: bytes, mode: int, writable: bool) -> tarfile.TarInfo:
    member = tarfile.TarInfo(str(path))
    member.type, member.mode = kind, mode
    member.uid = member.gid = USER if writable else 0
    return member


def unpack(pieces: Iterator[bytes], into: Path) -> None:
    """Writes what an engine gave of one mount over the mount's source. Raises HarnessError for a stream that is broken
    or too large."""
    written = 0
    try:
        with tarfile.open(fileobj=Pieces(pieces), mode="r|", bufsize=1 << 20) as tar:
            for member in tar:
                parts = PurePosixPath(member.name).parts[1:]
                if ".." in parts or PurePosixPath(member.name).is_absolute():
                    raise HarnessError(f"the engine sent a path that leaves its folder: {member.name}")
                written += member.size
                if written > MOST_BYTES:
                    raise HarnessError(f"a container left more than {MOST_BYTES >> 30} GiB behind")
                _extract(tar, member, into, into.joinpath(*parts))
    except (tarfile.TarError, EOFError, OSError) as error:
        raise HarnessError(f"what the container left cannot be brought back: {error}", "is the disk full?") from error


def _extract(tar: tarfile.TarFile, member: tarfile.TarInfo, into: Path, target: Path) -> None:
    if not target.parent.resolve().is_relative_to(into.resolve()):
        return  # below a link that leads away
    if member.isdir():
        if target.is_symlink():
            target.unlink()
        target.mkdir(exist_ok=True)
        return
    if target != into and (target.is_symlink() or target.exists()) and not target.is_dir():
        target.unlink()
    if member.islnk():
        first = into.joinpath(*PurePosixPath(member.linkname).parts[1:])
        if ".." not in first.parts and first.is_file() and first.resolve().is_relative_to(into.resolve()):
            os.link(first, target, follow_symlinks=False)
    elif member.isreg() and (stream := tar.extractfile(member)) is not None:
        flags = os.O_WRONLY | os.O_CREAT | os.O_NOFOLLOW | (os.O_TRUNC if target == into else os.O_EXCL)
        with stream, os.fdopen(os.open(target, flags, 0o755 if member.mode & 0o100 else 0o644), "wb") as out:
            shutil.copyfileobj(stream, out)


class Pieces(io.RawIOBase):
    """An iterator of bytes as a file to read from."""

    def __init__(self, pieces: Iterator[bytes]) -> None:
        self._pieces = pieces
        self._left = b""

    def readable(self) -> bool:
        return True

    def read(self, size: int = -1) -> bytes:
        while not self._left:
            piece = next(self._pieces, None)
            if piece is None:
                return b""
            self._left = piece
        taken, self._left = self._left[:size], self._left[size:]
        return taken
