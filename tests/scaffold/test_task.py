"""A drafted task: pins of the whole closure, a marked specification, and nothing ever overwritten. No network."""

from __future__ import annotations

import tomllib
from datetime import date
from pathlib import Path

import pytest
from portproof.audit.lint.lint import lint
from portproof.core.errors import InputError, UserError
from portproof.scaffold.model import Draft, Release
from portproof.scaffold.package import Wanted, draft
from portproof.scaffold.specification import specification
from portproof.scaffold.task import make
from portproof.scaffold.words import quoted
from portproof.scaffold.write import write
from portproof.suite.draft import MARK, QUOTED
from portproof.suite.read import read
from portproof.toolchains import requirements

from .conftest import INNER, LIBRARY, METADATA, wheel

NEEDING = METADATA + "Requires-Dist: other-lib\n"
OTHER = METADATA.replace("tiny-lib", "other-lib")


def drafted(index: Path, cache: Path, metadata: str = METADATA, **wanted: object) -> Draft:
    wheel(index, {"tinylib/__init__.py": LIBRARY, "tinylib/inner.py": INNER}, metadata)
    return draft(Wanted("tiny", "tiny-lib==1.0", **wanted), cache)  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory, cache: Path) -> Draft:
    """What is drafted of the library as it is."""
    wheels = tmp_path_factory.mktemp("wheels")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PIP_NO_INDEX", "1")
        patch.setenv("PIP_FIND_LINKS", str(wheels))
        return drafted(wheels, cache)


def text(made: Draft, name: str) -> str:
    content = made.files[f"tasks/tiny/{name}"]
    return content if isinstance(content, str) else content.decode()


def test_a_drafted_suite_is_one_that_can_be_read(plain: Draft, tmp_path: Path) -> None:
    made = make(tmp_path / "my-suite", "tiny", "py2js", lambda: plain)
    suite = read(made.suite)
    assert (suite.name, suite.track) == ("my-suite", "py2js")
    (task,) = suite.tasks
    assert [program.id for program in task.programs] == ["box", "double", "join", "pad", "shout"]
    assert (task.library, task.version, task.licence) == ("tiny-lib", "1.0", "MIT")
    assert task.source == "https://example.org/source"
    assert MARK in (task.folder / "task.toml").read_text().split("released = ")[1].split("\n")[0]  # no index, no day


def test_the_whole_closure_is_pinned_with_its_hashes(index: Path, tmp_path: Path, cache: Path) -> None:
    sha = wheel(index, {"otherlib.py": "x = 1\n"}, OTHER, "other_lib")
    made = drafted(index, cache, NEEDING)
    (tmp_path / "requirements.txt").write_text(text(made, "original/requirements.txt"))
    pinned = {one.name: one for one in requirements.read(tmp_path / "requirements.txt")}
    assert set(pinned) == {"tiny-lib", "other-lib"}
    assert pinned["other-lib"].hashes == (sha,)
    assert any("needs other-lib 1.0, licence MIT" in note for note in made.notes)


def test_every_key_of_task_toml_is_there(plain: Draft) -> None:
    made = text(plain, "task.toml")
    form = tomllib.loads(made)
    assert set(form) == {
        "format", "id", "library", "version", "licence", "source", "released", "layout", "observe", "visible",
        "original", "limits", "policy", "programs",
    }  # fmt: skip
    for key in ("cpu_seconds", "open_files", "forbid", "allow", "reason", "outputs"):
        assert f"# {key} = " in made


def test_the_librarys_words_are_short_marked_and_only_quoted_where_they_may_be(plain: Draft) -> None:
    spec = text(plain, "SPEC.md")
    quoted_ = spec[spec.index("> Multiplies a number.") - 200 : spec.index("> Multiplies a number.")]
    assert f"{MARK}: {QUOTED} (tiny-lib 1.0, MIT)" in quoted_
    assert "12345" not in spec
    assert "alphabet" not in spec  # the default of `char` is code
    release = Release("tiny-lib", "1.0", "GPL-3.0-only", "", "")
    strict = specification(release, plain.programs, "Python")
    assert "Multiplies" not in strict
    assert "not permissive, so nothing is quoted" in strict


def test_a_long_docstring_is_cut(index: Path, cache: Path) -> None:
    long = LIBRARY.replace("Multiplies a number.", " ".join(f"word{i}" for i in range(200)))
    wheel(index, {"tinylib/__init__.py": long, "tinylib/inner.py": INNER})
    spec = text(draft(Wanted("tiny", "tiny-lib==1.0"), cache / "long"), "SPEC.md")
    assert "word39 …" in spec
    assert "word40" not in spec


def test_a_copyleft_library_is_refused_until_it_is_allowed(index: Path, cache: Path) -> None:
    copyleft = METADATA.replace("License-Expression: MIT", "License-Expression: GPL-3.0-only")
    with pytest.raises(UserError, match="copyleft"):
        drafted(index, cache / "gpl", copyleft)
    made = drafted(index, cache / "gpl", copyleft, licences=("GPL-3.0-only",))
    assert tomllib.loads(text(made, "task.toml"))["licence"] == "GPL-3.0-only"


def test_only_the_names_that_were_asked_for(index: Path, cache: Path) -> None:
    assert [p.id for p in drafted(index, cache, names=("pad",)).programs] == ["pad"]
    assert [p.id for p in drafted(index, cache, most=2).programs] == ["box", "shout"]
    with pytest.raises(UserError, match="call no word of a command line can stand for") as error:
        drafted(index, cache, names=("call", "none"))
    assert "none is no public name" in str(error.value)


def test_a_package_that_the_index_lacks_is_said(index: Path, cache: Path) -> None:
    for package in ("no-such-lib==1.0", "tiny-lib>=1", "-r"):
        with pytest.raises(Exception, match=package) as error:
            draft(Wanted("tiny", package), cache)
        assert error.type.__module__ == "portproof.core.errors"


def test_nothing_is_overwritten_and_every_conflict_is_told(tmp_path: Path) -> None:
    (tmp_path / "b").mkdir()
    (tmp_path / "b" / "2").write_text("mine")
    (tmp_path / "3").symlink_to("nowhere")
    with pytest.raises(InputError) as error:
        write(tmp_path, {"a/1": "x", "b/2": "x", "3": "x"})
    assert [Path(one.file).name for one in error.value.mistakes] == ["3", "2"]
    assert not (tmp_path / "a").exists()
    assert (tmp_path / "b" / "2").read_text() == "mine"


def test_a_task_that_is_there_or_a_suite_of_another_track_is_refused_before_drafting(tmp_path: Path) -> None:
    def never() -> Draft:
        raise AssertionError

    folder = tmp_path / "s"
    (folder / "tasks" / "tiny").mkdir(parents=True)
    (folder / "tasks" / "tiny" / "task.toml").write_text("")
    head = 'format = 1\nname = "s"\nversion = "1.0.0"\ntrack = "c2rust"\ndescription = "d"\nlicence = "MIT"\n'
    (folder / "suite.toml").write_text(head)
    with pytest.raises(UserError, match="there already"):
        make(folder, "tiny", "c2rust", never)
    with pytest.raises(UserError, match="track c2rust"):
        make(folder, "other", "py2js", never)
    with pytest.raises(UserError, match="lower-case"):
        make(folder, "Odd Name", "c2rust", never)


def test_what_others_wrote_cannot_leave_its_toml_string() -> None:
    for odd in ('a"\nb = 1', "\\", "\x7f\x01", "é\ud7ff"):
        assert tomllib.loads(f"key = {quoted(odd)}") == {"key": " ".join(odd.split())}


def remarked(suite: Path, cache: Path) -> dict[str, list[str]]:
    """What `suite check` says of a drafted suite beside its marks, by rule."""
    told: dict[str, list[str]] = {}
    for one in lint(suite, cache, date(2026, 1, 1)):
        told.setdefault(one.rule, []).append(one.message)
    return told


def test_a_docstring_left_in_the_specification_is_found_when_its_mark_is_gone(
    index: Path, tmp_path: Path, cache: Path
) -> None:
    said = "It takes a number and gives back another number that is so many times as large as the first one was."
    library = LIBRARY.replace("Multiplies a number.", said)
    wheel(index, {"tinylib/__init__.py": library, "tinylib/inner.py": INNER})
    place = cache / "pasted"
    suite = make(tmp_path / "s", "tiny", "py2js", lambda: draft(Wanted("tiny", "tiny-lib==1.0"), place)).suite
    assert "pasted" not in remarked(suite, place)
    spec = suite / "tasks" / "tiny" / "SPEC.md"
    spec.write_text("\n".join(line for line in spec.read_text().split("\n") if QUOTED not in line))
    (message,) = remarked(suite, place)["pasted"]
    assert "takes a number and gives back another number" in message


def test_pins_that_are_no_closure_are_found(index: Path, tmp_path: Path, cache: Path) -> None:
    wheel(index, {"otherlib.py": "x = 1\n"}, OTHER, "other_lib")
    place = cache / "closure"
    suite = make(tmp_path / "s", "tiny", "py2js", lambda: drafted(index, place, NEEDING)).suite
    assert "pins" not in remarked(suite, place)
    pins = suite / "tasks" / "tiny" / "original" / "requirements.txt"
    pins.write_text(pins.read_text()[pins.read_text().index("tiny-lib") :])
    (message,) = remarked(suite, place)["pins"]
    assert "other-lib" in message
    assert "not installed" in message
