from __future__ import annotations

from portproof.audit.inputs.options import MAIN, Argument, definition


def arguments(source: str, command: str = MAIN) -> dict[str, Argument]:
    found = definition(source.encode())
    assert found is not None
    return {(a.names or ("positional",))[-1]: a for a in found.commands[command]}


def test_types_choices_defaults_and_flags_are_read_from_the_source() -> None:
    found = arguments("""
import argparse
CHOICES = ["a", "b"]
TABLE = {"x": 1, "y": 2}
def positive(text): ...
p = argparse.ArgumentParser()
p.add_argument("name")
p.add_argument("--n", type=int, default=-3)
p.add_argument("--f", type=float, required=True)
p.add_argument("--pick", choices=CHOICES)
p.add_argument("--from", choices=sorted(TABLE.keys()), dest="source")
p.add_argument("--size", choices=range(1, 9, 2), type=int)
p.add_argument("--own", type=positive)
p.add_argument("--json", type=json.loads)
p.add_argument("-q", "--quiet", action="store_true")
p.add_argument("--add", action="append")
p.add_argument("--pair", nargs=2, type=int)
p.add_argument("--color", action=argparse.BooleanOptionalAction)
p.add_argument("--version", action="version", version="1")
""")
    assert found["positional"].positional
    assert found["positional"].required
    assert (found["--n"].type, found["--n"].default, found["--n"].required) == ("int", -3, False)
    assert found["--f"].type == "float"
    assert found["--f"].required
    assert found["--pick"].choices == ("a", "b")
    assert found["--from"].choices == ("x", "y")
    assert found["--size"].choices == ("1", "3", "5", "7")
    assert found["--own"].type == found["--json"].type == "other"
    assert found["--quiet"].flag
    assert found["--quiet"].names == ("-q", "--quiet")
    assert found["--add"].repeated
    assert found["--pair"].nargs == "2"
    assert found["--no-color"].names == ("--color", "--no-color")
    assert "--version" not in found


def test_subcommands_groups_and_exclusive_groups_keep_their_arguments_apart() -> None:
    source = """
parser = argparse.ArgumentParser()
parser.add_argument("--all")
sub = parser.add_subparsers(dest="command")
one = sub.add_parser("one")
one.add_argument("--x")
inner = one.add_argument_group("more")
inner.add_argument("--y")
either = one.add_mutually_exclusive_group()
either.add_argument("--a", action="store_true")
either.add_argument("--b", action="store_true")
sub.add_parser("two")
"""
    found = definition(source.encode())
    assert found is not None
    assert found.subcommands == ("one", "two")
    assert set(arguments(source)) == {"--all"}
    one = arguments(source, "one")
    assert set(one) == {"--x", "--y", "--a", "--b"}
    assert one["--a"].group == one["--b"].group is not None
    assert one["--y"].group is None


def test_what_is_computed_is_not_believed() -> None:
    found = arguments("""
names = ["a"]
names = names + ["b"]
p.add_argument("--pick", choices=names)
p.add_argument("--n", default=open("/etc/passwd").read(), type=lambda text: int(text))
p.add_argument(flag)
""")
    assert found["--pick"].choices == ()
    assert found["--n"].default is None
    assert set(found) == {"--pick", "--n"}


def test_no_definition_where_there_is_none_to_read() -> None:
    assert definition(b"print(1)") is None
    assert definition(b"def broken(:\n") is None
    assert definition(b"\0") is None
    assert definition("p.add_argument('--é')".encode("latin-1")) is None


def test_nothing_of_a_driver_is_run() -> None:
    source = b"import sys\nsys.exit(3)\nparser.add_argument('--a', default=sys.exit(4))\n"
    found = definition(source)
    assert found is not None
    assert found.commands[MAIN][0].names == ("--a",)
