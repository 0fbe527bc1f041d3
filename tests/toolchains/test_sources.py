"""Pinned tarballs: from an apt archive made here, from the cache, and what is refused of them."""

import hashlib
import io
import shutil
import tarfile
from pathlib import Path

import pytest
from portproof.core.errors import HarnessError, IntegrityError, UserError
from portproof.core.task import Source
from portproof.toolchains.sources import source_entries, tarball, unpack, unpacked

ORIG = "tiny_1.0.orig.tar.gz"
needs_apt = pytest.mark.skipif(shutil.which("apt-get") is None, reason="there is no apt-get here")


def archive(path: Path, *members: tuple[str, object]) -> Path:
    """A tarball with regular files (bytes) and other members (TarInfo type, link name)."""
    with tarfile.open(path, "w:gz") as tar:
        for name, content in members:
            info = tarfile.TarInfo(name)
            info.mtime = 0
            if isinstance(content, bytes):
                info.size = len(content)
                tar.addfile(info, io.BytesIO(content))
            else:
                assert isinstance(content, tuple)
                info.type, info.linkname = content
                tar.addfile(info)
    return path


def source(path: Path) -> Source:
    return Source("tiny", ORIG, hashlib.sha256(path.read_bytes()).hexdigest(), "tiny")


def debian_archive(folder: Path) -> Source:
    """A flat apt archive with one source package, and the apt configuration that names it."""
    place = folder / "archive"
    place.mkdir()
    archive(place / ORIG, ("tiny-1.0/tiny.c", b"int tiny;\n"))
    (place / "tiny_1.0-1.dsc").write_text("not read with --download-only\n")
    lines = {name: (place / name).read_bytes() for name in (ORIG, "tiny_1.0-1.dsc")}
    md5 = "".join(f" {hashlib.md5(data).hexdigest()} {len(data)} {name}\n" for name, data in lines.items())
    sha = "".join(f" {hashlib.sha256(data).hexdigest()} {len(data)} {name}\n" for name, data in lines.items())
    (place / "Sources").write_text(
        "Package: tiny\nBinary: tiny\nVersion: 1.0-1\nFormat: 3.0 (quilt)\nMaintainer: Nobody <nobody@invalid>\n"
        f"Architecture: any\nDirectory: .\nFiles:\n{md5}Checksums-Sha256:\n{sha}\n"
    )
    (folder / "apt").mkdir()
    (folder / "apt" / "sources.list").write_text(f"deb [trusted=yes] file:{place} ./\n")
    return source(place / ORIG)


@needs_apt
def test_a_tarball_is_fetched_from_the_archive_that_apt_is_configured_for(tmp_path: Path) -> None:
    pinned = debian_archive(tmp_path)
    folders = unpacked([pinned], tmp_path / "cache", tmp_path / "apt")
    assert (folders["tiny"] / "tiny.c").read_bytes() == b"int tiny;\n"
    shutil.rmtree(tmp_path / "archive")
    assert unpacked([pinned], tmp_path / "cache", tmp_path / "apt") == folders


@needs_apt
def test_an_archive_that_moved_on_is_said_with_what_it_has(tmp_path: Path) -> None:
    debian_archive(tmp_path)
    older = Source("tiny", "tiny_0.9.orig.tar.gz", "0" * 64, "tiny")
    with pytest.raises(
        HarnessError, match=r"has no tiny_0\.9\.orig\.tar\.gz \(of tiny it has tiny_1\.0\.orig\.tar\.gz\)"
    ) as caught:
        tarball(older, tmp_path / "cache", tmp_path / "apt")
    assert f"put tiny_0.9.orig.tar.gz at {tmp_path / 'cache'}" in caught.value.hint


@needs_apt
def test_an_archive_that_cannot_be_reached_is_our_fault(tmp_path: Path) -> None:
    (tmp_path / "apt").mkdir()
    (tmp_path / "apt" / "sources.list").write_text(f"deb file:{tmp_path}/nowhere ./\n")
    with pytest.raises(HarnessError, match="apt-get update"):
        tarball(Source("tiny", ORIG, "0" * 64, "tiny"), tmp_path / "cache", tmp_path / "apt")


def test_no_archive_at_all_is_said(tmp_path: Path) -> None:
    with pytest.raises(HarnessError, match="cannot be fetched"):
        tarball(Source("tiny", ORIG, "0" * 64, "tiny"), tmp_path / "cache", tmp_path)


def test_a_file_laid_into_the_cache_is_taken_when_its_digest_is_right(tmp_path: Path) -> None:
    made = archive(tmp_path / ORIG, ("top/a.c", b"a"))
    pinned = source(made)
    place = tmp_path / "cache" / "sources" / pinned.sha256
    place.mkdir(parents=True)
    made.rename(place / ORIG)
    assert (unpacked([pinned], tmp_path / "cache", tmp_path)["tiny"] / "a.c").read_bytes() == b"a"


def test_another_file_than_the_pinned_one_is_refused(tmp_path: Path) -> None:
    place = tmp_path / "cache" / "sources" / ("0" * 64)
    place.mkdir(parents=True)
    archive(place / ORIG, ("top/a.c", b"a"))
    with pytest.raises(IntegrityError, match="the task records 000000"):
        tarball(Source("tiny", ORIG, "0" * 64, "tiny"), tmp_path / "cache", tmp_path)


def test_the_top_folder_is_stripped_and_links_inside_are_kept(tmp_path: Path) -> None:
    made = archive(
        tmp_path / ORIG,
        ("./top/src/a.c", b"a"),
        ("./top/b.c", (tarfile.SYMTYPE, "src/a.c")),
        ("./top/src/up.c", (tarfile.SYMTYPE, "../b.c")),
    )
    unpack(made, tmp_path / "out")
    assert (tmp_path / "out" / "src" / "up.c").read_bytes() == b"a"


@pytest.mark.parametrize(
    ("members", "message"),
    [
        ([("top/../../evil", b"x")], "leaves its folder"),
        ([("/top/evil", b"x")], "leaves its folder"),
        ([("top/link", (tarfile.SYMTYPE, "/etc/passwd"))], "leaves its folder"),
        ([("top/link", (tarfile.SYMTYPE, "../../x"))], "leaves its folder"),
        (
            [
                (
                    "top/dir",
                    (tarfile.SYMTYPE, "."),
                ),
                ("top/dir/x", b"x"),
            ],
            None,
        ),
        ([("top/null", (tarfile.CHRTYPE, ""))], "neither a file nor a folder"),
        ([("top/pipe", (tarfile.FIFOTYPE, ""))], "neither a file nor a folder"),
        ([("top/hard", (tarfile.LNKTYPE, "/etc/passwd"))], "neither a file nor a folder"),
        ([("one/a", b""), ("two/b", b"")], "not one top folder but 2"),
        ([("file", b"")], "its top is no folder"),
        ([("top/a", (tarfile.SYMTYPE, "b")), ("top/a", b"x")], "written through a link"),
    ],
    ids=range(11),
)
def test_a_tarball_that_leaves_its_folder_is_refused(
    tmp_path: Path, members: list[tuple[str, object]], message: str | None
) -> None:
    made = archive(tmp_path / ORIG, *members)
    if message is None:
        unpack(made, tmp_path / "out")
        assert (tmp_path / "out" / "x").read_bytes() == b"x"
    else:
        with pytest.raises(UserError, match=message):
            unpack(made, tmp_path / "out")
    assert not (tmp_path / "evil").exists()


@pytest.mark.parametrize("content", [b"", b"not a tarball", b"\x1f\x8b torn"])
def test_what_is_no_tarball_is_refused(tmp_path: Path, content: bytes) -> None:
    (tmp_path / ORIG).write_bytes(content)
    with pytest.raises(UserError, match=ORIG):
        unpack(tmp_path / ORIG, tmp_path / "out")


def test_both_forms_of_apt_entries_become_source_entries(tmp_path: Path) -> None:
    parts = tmp_path / "sources.list.d"
    parts.mkdir()
    (tmp_path / "sources.list").write_text(
        "# deb commented\ndeb [arch=amd64] file:/a stable main\ndeb-src file:/a stable main\n"
    )
    (parts / "b.sources").write_text(
        "# first\nTypes: deb deb-src\nURIs: file:/b\nSuites: stable\nComponents: main\nSigned-By: /k.gpg\n\n"
        "Enabled: no\nTypes: deb\nURIs: file:/off\n\nTypes: deb-src\nURIs: file:/only-src\n"
    )
    (parts / "c.list").write_text("deb file:/c ./\n")
    (parts / "d.list.disabled").write_text("deb file:/d ./\n")
    entries = "\n".join(source_entries(tmp_path).values())
    assert "deb-src [arch=amd64] file:/a stable main" in entries
    assert entries.count("file:/a") == 1
    assert "Types: deb-src\nURIs: file:/b\nSuites: stable\nComponents: main\nSigned-By: /k.gpg" in entries
    assert "deb-src file:/c ./" in entries
    assert not any(word in entries for word in ("file:/d", "file:/off", "file:/only-src"))
