"""The C and C++ originals' sources: upstream tarballs as Debian ships them, pinned by SHA-256, unpacked with suspicion.

They come from the archive that this machine is configured for: its own `deb` entries are read, the same entries as
`deb-src` go into a scratch apt configuration, nothing of the machine's apt is changed and no root is needed. Where the
archive has moved on, the file may be laid into the cache by hand (the error says where)."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tarfile
import tempfile
from collections.abc import Sequence
from pathlib import Path, PurePosixPath

from ..core.canonical import file_sha256
from ..core.errors import HarnessError, IntegrityError, UserError
from ..core.task import Source
from .kept import kept

APT = Path("/etc/apt")
SECONDS = 600
LARGEST = 1 << 30  # bytes of one unpacked source tree: far above any library that is ported by hand
MOST = 100_000  # entries of one tarball


def unpacked(sources: Sequence[Source], cache: Path, apt: Path = APT) -> dict[str, Path]:
    """Each source's unpacked folder by `Source.folder`. `apt`: the folder of the machine's apt configuration.

    Raises HarnessError where a tarball cannot be had, IntegrityError for another one, UserError for an unsafe one."""
    return {source.folder: _unpacked(source, cache, apt) for source in sources}


def _unpacked(source: Source, cache: Path, apt: Path) -> Path:
    folder = cache / "sources" / f"{source.sha256}-unpacked"
    return kept(folder, lambda content: unpack(tarball(source, cache, apt), content))


def tarball(source: Source, cache: Path, apt: Path = APT) -> Path:
    """The file itself, from the cache or fetched now, its digest verified either way."""
    path = cache / "sources" / source.sha256 / source.file
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=".fetching-", dir=path.parent) as name:
            fetched = _fetch(source, Path(name), path, apt)
            _verify(source, fetched)
            fetched.replace(path)
    _verify(source, path)
    return path


def _verify(source: Source, path: Path) -> None:
    if (found := file_sha256(path)) != source.sha256:
        raise IntegrityError(
            f"has SHA-256 {found}, the task records {source.sha256}", path, "delete it to fetch it again"
        )


def unpack(archive: Path, folder: Path) -> None:
    """Unpacks into `folder`, the single top folder stripped. Raises UserError for anything but plain files and folders
    within it and links that stay inside."""
    try:
        with tarfile.open(archive, "r:*") as tar:
            members = [member for member in tar if member.name not in (".", "./")]
            total = sum(member.size for member in members)
            if len(members) > MOST or total > LARGEST:
                raise UserError(f"{archive.name}: too large to unpack ({len(members)} entries, {total} bytes)")
            tops = {_parts(archive, member.name)[0] for member in members}
            if len(tops) != 1:
                raise UserError(f"{archive.name}: not one top folder but {len(tops)}")
            for member in members:
                _extract(archive, tar, member, folder)
    except (tarfile.TarError, EOFError, OSError) as error:
        raise UserError(f"{archive.name}: cannot be unpacked: {error}") from error


def _parts(archive: Path, name: str) -> tuple[str, ...]:
    path = PurePosixPath(name)
    parts = tuple(part for part in path.parts if part != ".")
    if path.is_absolute() or ".." in parts or "\0" in name or not parts:
        raise UserError(f"{archive.name}: {name!r} leaves its folder")
    return parts


def _extract(archive: Path, tar: tarfile.TarFile, member: tarfile.TarInfo, folder: Path) -> None:
    parts = _parts(archive, member.name)[1:]
    target = folder.joinpath(*parts)
    if member.isdir():
        target.mkdir(mode=0o755, parents=True, exist_ok=True)
        return
    if not parts:
        raise UserError(f"{archive.name}: its top is no folder")
    target.parent.mkdir(mode=0o755, parents=True, exist_ok=True)
    root = folder.resolve()
    if not target.parent.resolve().is_relative_to(root) or target.is_symlink():
        raise UserError(f"{archive.name}: {member.name!r} is written through a link")
    if member.issym():
        if os.path.isabs(member.linkname) or not (target.parent / member.linkname).resolve().is_relative_to(root):
            raise UserError(f"{archive.name}: the link {member.name!r} leaves its folder")
        target.symlink_to(member.linkname)
        return
    stream = tar.extractfile(member) if member.isreg() else None
    if stream is None:
        raise UserError(f"{archive.name}: {member.name!r} is neither a file nor a folder")
    with stream, target.open("wb") as out:
        shutil.copyfileobj(stream, out)
    target.chmod(0o755 if member.mode & 0o100 else 0o644)


def _fetch(source: Source, scratch: Path, wanted: Path, apt: Path) -> Path:
    by_hand = f"or put {source.file} at {wanted}"
    options = opened(scratch, source.file, apt, by_hand)
    shown = run(["apt-cache", *options, "showsrc", source.debian], scratch, by_hand)
    version = _version_with(shown, source.file)
    if version is None:
        offered = ", ".join(sorted(set(re.findall(r"\S+\.orig\.tar\.\w+(?!\S)", shown)))) or "nothing"
        raise HarnessError(f"the archive has no {source.file} (of {source.debian} it has {offered})", by_hand)
    run(
        ["apt-get", *options, "source", "--download-only", "--tar-only", f"{source.debian}={version}"], scratch, by_hand
    )
    if not (scratch / source.file).is_file():
        raise HarnessError(f"apt-get did not fetch {source.file}", by_hand)
    return scratch / source.file


def opened(scratch: Path, what: str, apt: Path = APT, hint: str = "") -> list[str]:
    """The options that make apt use the machine's archives, from `scratch` alone; their lists are fetched now."""
    if shutil.which("apt-get") is None:
        raise HarnessError(f"{what} cannot be fetched: there is no apt-get here", hint)
    entries = source_entries(apt)
    if not entries:
        raise HarnessError(f"{what} cannot be fetched: apt has no archive configured", hint)
    options = _scratch_apt(scratch, entries)
    run(["apt-get", *options, "update"], scratch, hint)
    return options


def _version_with(shown: str, file: str) -> str | None:
    """The version of the source package, of those that `apt-cache showsrc` shows, that has this file."""
    for stanza in re.split(r"\n\s*\n", shown):
        words = {line.split()[-1] for line in stanza.splitlines() if line.startswith(" ") and line.strip()}
        if file in words and (match := re.search(r"^Version: (\S+)$", stanza, re.MULTILINE)):
            return match[1]
    return None


def source_entries(apt: Path = APT) -> dict[str, str]:
    """The machine's own archives as `deb-src`, by file name of the scratch configuration."""
    entries: dict[str, str] = {}
    files = [apt / "sources.list", *sorted((apt / "sources.list.d").glob("*"))]
    for number, path in enumerate(path for path in files if path.is_file()):
        text = path.read_text(encoding="utf-8", errors="replace")
        if path.suffix == ".sources":
            content = _deb822(text)
        elif path.suffix == ".list":
            content = "\n".join(f"deb-src{line[3:]}" for line in text.splitlines() if re.match(r"deb\s", line))
        else:
            continue
        if content.strip():
            entries[f"{number:02}{path.suffix}"] = content + "\n"
    return entries


def _deb822(text: str) -> str:
    stanzas = []
    for stanza in re.split(r"\n[ \t]*\n", text):
        lines = [line for line in stanza.splitlines() if line.strip() and not line.startswith("#")]
        types = [line.split(":", 1)[1].split() for line in lines if line.lower().startswith("types:")]
        disabled = any(re.match(r"enabled:\s*(no|false|0)\b", line, re.IGNORECASE) for line in lines)
        if types and "deb" in types[0] and not disabled:
            stanzas.append("\n".join("Types: deb-src" if line.lower().startswith("types:") else line for line in lines))
    return "\n\n".join(stanzas)


def _scratch_apt(scratch: Path, entries: dict[str, str]) -> list[str]:
    for name in ("sources", "state/lists/partial", "cache/archives/partial"):
        (scratch / name).mkdir(parents=True)
    for name, content in entries.items():
        (scratch / "sources" / name).write_text(content, encoding="utf-8")
    settings = {
        "Dir::Etc::sourcelist": "/dev/null",
        "Dir::Etc::sourceparts": f"{scratch}/sources",
        "Dir::State": f"{scratch}/state",
        "Dir::State::status": "/var/lib/dpkg/status",
        "Dir::Cache": f"{scratch}/cache",
        "APT::Sandbox::User": "root",  # the scratch folder is ours alone: apt's own user could not enter it
        "Acquire::Languages": "none",
    }
    return [word for name, value in settings.items() for word in ("-o", f"{name}={value}")]


def run(command: list[str], folder: Path, hint: str) -> str:
    """What an apt command says on stdout. Raises HarnessError where it fails, or could not reach an archive."""
    try:
        said = subprocess.run(
            command,
            cwd=folder,
            env={**os.environ, "LC_ALL": "C", "DEBIAN_FRONTEND": "noninteractive"},
            capture_output=True,
            text=True,
            errors="replace",
            check=False,
            timeout=SECONDS,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise HarnessError(f"{command[0]} failed: {error}", hint) from error
    failed = [line for line in said.stderr.splitlines() if line.startswith(("E:", "W: Failed"))]
    if said.returncode != 0 or failed:
        words = " ".join(word for word in command if not word.startswith(("-", "Dir::", "APT::", "Acquire::")))
        raise HarnessError(f"{words}: {'; '.join(failed) or said.stderr.strip()}", f"is there a network? {hint}")
    return said.stdout
