"""Archives of strangers: what is unpacked, and what is refused with the reason."""

from __future__ import annotations

import io
import os
import stat
import tarfile
import zipfile
from pathlib import Path

import pytest
from portproof.exchange.archives import Caps, Refused, unpack

SMALL = Caps(files=5, file_bytes=1000, bytes=3000, ratio=10, free=2000)


def tar(path: Path, members: list[tarfile.TarInfo | tuple[str, bytes]], mode: str = "w:gz") -> Path:
    with tarfile.open(path, mode) as archive:  # type: ignore[call-overload]
        for member in members:
            if isinstance(member, tarfile.TarInfo):
                archive.addfile(member)
            else:
                info = tarfile.TarInfo(member[0])
                info.size = len(member[1])
                archive.addfile(info, io.BytesIO(member[1]))
    return path


def zipped(path: Path, members: list[tuple[str, bytes]], attributes: int = 0) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members:
            info = zipfile.ZipInfo(name)
            info.external_attr = attributes
            info.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(info, data)
    return path


def files(folder: Path) -> dict[str, bytes]:
    return {p.relative_to(folder).as_posix(): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


@pytest.fixture
def target(tmp_path: Path) -> Path:
    folder = tmp_path / "inner" / "target"
    folder.mkdir(parents=True)
    return folder


@pytest.mark.parametrize("mode", ["w:", "w:gz", "w:bz2", "w:xz"])
def test_every_kind_of_tar_is_unpacked(tmp_path: Path, target: Path, mode: str) -> None:
    members: list[tarfile.TarInfo | tuple[str, bytes]] = [("./a.mjs", b"1"), ("lib/é.mjs", b"\xff")]
    assert unpack(tar(tmp_path / "a", members, mode), target) == 2
    assert files(target) == {"a.mjs": b"1", "lib/é.mjs": b"\xff"}


def test_a_zip_is_unpacked_and_no_mode_is_taken_over(tmp_path: Path, target: Path) -> None:
    unpack(zipped(tmp_path / "a.zip", [("lib/a.mjs", b"1")], (stat.S_IFREG | 0o4777) << 16), target)
    assert files(target) == {"lib/a.mjs": b"1"}
    assert not (target / "lib" / "a.mjs").stat().st_mode & (stat.S_ISUID | 0o111)


@pytest.mark.parametrize("name", ["../out", "/out", "a/../../out", "a//b", "a\\b", "a/./b", "a\nb", "x" * 300, ".."])
def test_a_path_that_is_not_plain_is_refused(tmp_path: Path, target: Path, name: str) -> None:
    for archive in (tar(tmp_path / "t", [(name, b"1")]), zipped(tmp_path / "z", [(name, b"1")])):
        with pytest.raises(Refused, match=r"no plain relative path|cannot be shown|too long"):
            unpack(archive, target)
    assert not files(tmp_path / "inner")
    assert sorted(os.listdir(tmp_path)) == ["inner", "t", "z"]


@pytest.mark.parametrize("kind", [tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.CHRTYPE, tarfile.BLKTYPE, tarfile.FIFOTYPE])
def test_links_and_devices_in_a_tar_are_refused(tmp_path: Path, target: Path, kind: bytes) -> None:
    member = tarfile.TarInfo("a")
    member.type = kind
    member.linkname = "/etc/passwd"
    with pytest.raises(Refused, match="is a link or no regular file"):
        unpack(tar(tmp_path / "t", [member]), target)
    assert not files(target)


def test_a_link_in_a_zip_is_refused(tmp_path: Path, target: Path) -> None:
    with pytest.raises(Refused, match="is a link or no regular file"):
        unpack(zipped(tmp_path / "z", [("a", b"/etc/passwd")], (stat.S_IFLNK | 0o777) << 16), target)


def test_a_path_twice_and_a_file_used_as_a_folder_are_refused(tmp_path: Path, target: Path) -> None:
    with pytest.raises(Refused, match="stands twice"):
        unpack(tar(tmp_path / "t", [("a", b"1"), ("./a", b"2")]), target)
    other = tmp_path / "other"
    other.mkdir()
    with pytest.raises(Refused, match="which is a file"):
        unpack(tar(tmp_path / "u", [("a", b"1"), ("a/b", b"2")]), other)


def test_too_many_files_are_refused(tmp_path: Path, target: Path) -> None:
    with pytest.raises(Refused, match="more than 5 files"):
        unpack(tar(tmp_path / "t", [(f"f{i}", b"") for i in range(6)]), target, Caps(files=5))


def test_a_file_that_is_too_large_is_refused(tmp_path: Path, target: Path) -> None:
    with pytest.raises(Refused, match="more than 1,000 bytes"):
        unpack(zipped(tmp_path / "z", [("a", os.urandom(1001))]), target, SMALL)


@pytest.mark.parametrize("kind", ["tar", "zip"])
def test_a_bomb_is_refused_before_it_is_written(tmp_path: Path, target: Path, kind: str) -> None:
    members = [(f"f{i}", b"\0" * 15_000_000) for i in range(3)]
    archive = tar(tmp_path / "t", list(members)) if kind == "tar" else zipped(tmp_path / "z", members)
    assert archive.stat().st_size < 100_000
    with pytest.raises(Refused, match=r"100 times the archive"):
        unpack(archive, target)
    assert sum(len(data) for data in files(target).values()) < 10 << 20


def test_a_bomb_in_a_header_is_refused(tmp_path: Path, target: Path) -> None:
    member = tarfile.TarInfo("a")
    member.pax_headers = {"comment": "x" * 40_000_000}
    with pytest.raises(Refused, match="100 times the archive"):
        unpack(tar(tmp_path / "t", [member]), target)


def test_what_is_no_archive_is_refused(tmp_path: Path, target: Path) -> None:
    for data in (b"", b"not an archive", b"PK\x03\x04garbage", b"\x1f\x8bgarbage", b"BZhxx", b"\0" * 100):
        path = tmp_path / "a"
        path.write_bytes(data)
        with pytest.raises(Refused, match=r"cannot be read|holds no file"):
            unpack(path, target)


def test_a_torn_archive_is_refused(tmp_path: Path, target: Path) -> None:
    path = tar(tmp_path / "t", [("a", os.urandom(5000))])
    path.write_bytes(path.read_bytes()[:-2000])
    with pytest.raises(Refused, match="cannot be read"):
        unpack(path, target)
