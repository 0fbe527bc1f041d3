"""Images of the host's toolchains: the same bytes again, nothing foreign in them, and their labels tell the truth."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from portproof.core.errors import HarnessError, UserError
from portproof.replay.docker import backend
from portproof.replay.docker_engine import Engine
from portproof.replay.docker_image import CONTENT, IMAGE, PROVIDES, TOOLCHAINS, VERSION, look, provided, toolchains
from portproof.replay.host import HostBackend
from portproof.replay.tier import Tier
from portproof.toolchains import node, target
from portproof.toolchains.images import build, listing, verify
from portproof.toolchains.images.catalogue import IMAGES, Image, image
from portproof.toolchains.images.listing import differences, rows

from .conftest import load

USER = "import sys; from portproof.replay.docker import backend; backend(sys.argv[1]); print(1, flush=True); input()"
NOTHING = {IMAGE: "tests", TOOLCHAINS: "{}", PROVIDES: "[]"}


@pytest.fixture(scope="module")
def made(engine: Engine) -> build.Made:
    """The image of the track py2js, made of this host."""
    return build.from_host(IMAGES["py2js"])


def test_the_same_inputs_give_the_same_identifier(made: build.Made) -> None:
    assert build.from_host(IMAGES["py2js"]) == made


LAYER = """
import sys
from pathlib import Path
from portproof.toolchains.images import archive, contents
place = Path(sys.argv[1])
print(archive.layer(contents.entries("originals", place / "made"), place / "layer"))
"""


def test_what_goes_into_an_image_does_not_depend_on_the_process_that_makes_it(
    engine: Engine, once: Callable[[str, Callable[[], str]], str], tmp_path: Path
) -> None:
    here = look(engine, once("image-originals", lambda: build.from_host(IMAGES["originals"]).reference))
    command = [sys.executable, "-c", LAYER, str(tmp_path)]
    there = subprocess.run(
        command, capture_output=True, text=True, check=True, env={**os.environ, "PYTHONHASHSEED": "7"}
    )
    assert there.stdout.strip() == here.labels[CONTENT]


def test_labels_say_what_is_inside(made: build.Made, engine: Engine) -> None:
    inside = look(engine, "py2js")
    assert inside.identifier == made.identifier
    assert inside.toolchains["node"].identity == build.host_identity("node")
    assert inside.toolchains["node"].binds == ()
    assert inside.provides("/toolchain/node")
    assert inside.provides("/usr/lib/anything")
    assert not inside.provides("/app")
    assert not inside.provides("/toolchains")


def test_the_toolchain_echoes_in_its_image_and_nothing_foreign_is_there(made: build.Made) -> None:
    proved = verify.verify(IMAGES["py2js"])
    assert proved.echoes == (f"node {node.find().version}",)
    assert proved.foreign == ()
    assert proved.files > 5
    assert "seccomp-notify" in proved.walls


def test_a_foreign_runtime_is_found_whatever_its_folder(engine: Engine, tmp_path: Path) -> None:
    program, text = Path("/bin/true").resolve(), _identity(tmp_path)
    files = {
        "opt/x/python3.11": program,
        "usr/lib/libperl.so.5": program,
        "usr/share/python3.txt": text,
        "bin/node": program,
    }
    load(engine, "portproof/tests:foreign", files, NOTHING)
    try:
        count, foreign = verify.contents(look(engine, "portproof/tests:foreign"), IMAGES["py2js"].absent)
    finally:
        engine.remove_image("portproof/tests:foreign", force=True)
    assert foreign == ("/opt/x/python3.11", "/usr/lib/libperl.so.5")
    assert count >= 4


def test_the_list_says_which_images_are_there_and_that_they_are_this_hosts(made: build.Made) -> None:
    found = {row.name: row for row in rows()}
    assert set(found) == set(IMAGES)
    assert found["py2js"].identifier == made.identifier
    assert found["py2js"].toolchains == {"node": node.find().version}
    assert found["py2js"].differences == ()
    assert found["py2js"].size > 50_000_000


def test_a_toolchain_of_another_version_is_named() -> None:
    inside = {**build.host_identity("node"), "version": "24.0.0"}
    assert differences("node", inside) == (f"node version: 24.0.0 in the image, {node.find().version} on this host",)


def test_prune_removes_what_was_built_over_and_keeps_what_is_current_foreign_or_used(
    engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    current = Image(f"prunetest{os.getpid()}", (), ())  # other tests' images have the real label
    old, held, foreign = (f"portproof/{current.name}:{tag}" for tag in ("old", "held", "foreign"))
    monkeypatch.setattr(listing, "IMAGE", f"portproof.{current.name}")
    monkeypatch.setattr(listing, "IMAGES", {current.name: current})
    for reference in (current.reference, old, held, foreign):
        name = current.name if reference != foreign else "elsewhere"
        own = {**NOTHING, f"portproof.{current.name}": name, VERSION: reference}
        load(engine, reference, {"etc/empty": Path("/dev/null")}, own)
    command = (
        "import sys; from portproof.replay.docker import backend; backend(sys.argv[1]); print(1, flush=True); input()"
    )
    user = subprocess.Popen([sys.executable, "-c", command, held], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert user.stdout is not None
    assert user.stdout.readline() == b"1\n"  # between two of its containers, none of which uses the image now
    pruned = listing.prune(everything=False)
    assert [line.split()[1] for line in (*pruned.removed, *pruned.kept)] == [old, held]
    assert look(engine, held).reference == held
    user.communicate(b"\n")
    assert [line.split()[1] for line in listing.prune(everything=False).removed] == [held]
    assert look(engine, current.reference).reference == current.reference
    with pytest.raises(HarnessError):
        look(engine, old)
    assert [line.split()[1] for line in listing.prune(everything=True).removed] == [current.reference]
    engine.remove_image(foreign)


@pytest.mark.parametrize(
    "label", ["", "[]", '{"node": {"name": "node"}}', '{"node": 3}', '{"perl": {"name": "perl", "version": "5"}}']
)
def test_a_label_that_cannot_be_read_is_an_error(label: str) -> None:
    with pytest.raises(HarnessError, match="cannot be read"):
        toolchains(label, "here")


@pytest.mark.parametrize("label", ["", "3", "null", '{"a": 1}', "[1]", '["usr/lib"]'])
def test_a_label_that_lists_no_paths_is_an_error(label: str) -> None:
    with pytest.raises(HarnessError, match="is no list of paths"):
        provided(label, "here")


def test_a_dockerfile_declares_its_toolchains_or_is_refused(
    engine: Engine, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    load(engine, "portproof/tests:base", {"toolchain/identity.json": _identity(tmp_path)}, {})
    (tmp_path / "tests.Dockerfile").write_text("ARG BASE\nFROM ${BASE}\n", encoding="utf-8")
    monkeypatch.setattr("portproof.toolchains.images.catalogue.DOCKERFILES", tmp_path)
    try:
        declared = build.from_dockerfile(replace(image("py2js"), name="tests"), "portproof/tests:base")
        assert json.loads(declared.labels[TOOLCHAINS])["node"]["version"] == "24.1.2"
        with pytest.raises(UserError, match="declares no rust"):
            build.from_dockerfile(replace(image("c2rust"), name="tests"), "portproof/tests:base")
    finally:
        for reference in ("portproof/tests:base", declared.reference):
            engine.remove_image(reference, force=True)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (None, "has no /toolchain/identity.json"),
        ("{", "cannot be read"),
        ("[]", "cannot be read"),
        ('{"node": 3}', "cannot be read"),
        ('{"node": {"name": "node"}}', "cannot be read"),
    ],
)
def test_a_base_that_does_not_say_what_it_brings_is_refused_and_leaves_nothing(
    engine: Engine, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, text: str | None, says: str
) -> None:
    base, files = "portproof/tests:silent", {"etc/empty": Path("/dev/null")}
    if text is not None:
        files = {"toolchain/identity.json": _identity(tmp_path, text)}
    load(engine, base, files, {})
    (tmp_path / "silent.Dockerfile").write_text("ARG BASE\nFROM ${BASE}\n", encoding="utf-8")
    monkeypatch.setattr("portproof.toolchains.images.catalogue.DOCKERFILES", tmp_path)
    silent = replace(image("py2js"), name="silent")
    try:
        with pytest.raises(UserError, match=says) as refused:
            build.from_dockerfile(silent, base)
        assert "name and version of each of node" in refused.value.hint
        with pytest.raises(HarnessError, match="is not there"):
            look(engine, f"{silent.reference}-unlabelled")
    finally:
        engine.remove_image(base, force=True)


def _identity(folder: Path, text: str = '{"node": {"name": "node", "version": "24.1.2"}}') -> Path:
    path = folder / "identity.json"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_run_in_an_image_of_this_host_records_the_toolchain_that_a_run_on_this_host_does(made: build.Made) -> None:
    assert target.identity("node", backend("py2js")) == target.identity("node", HostBackend(Tier.NAMESPACES))
