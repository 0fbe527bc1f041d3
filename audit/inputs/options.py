"""What an argparse driver takes, found by reading its source: the tree is walked, nothing of it is ever run.

Only what is written down is believed: literals, names bound once to a literal at the top of the module, `range` of
literals. Anything else is not known, and a value of it is text. A driver without `add_argument` has no definition."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

Plain = None | bool | int | float | str
TYPES = {"int": "int", "float": "float", "str": "text", "bool": "bool", "complex": "text", "bytes": "text"}
FLAGS = frozenset({"store_true", "store_false", "store_const", "append_const", "count"})
NOTHING = frozenset({"help", "version"})  # actions that end the program with a text about itself
BOTH = "BooleanOptionalAction"
MOST = 1000  # choices of one argument, as in range(10 ** 9)
MAIN = ""  # the command of arguments that belong to no subcommand


@dataclass(frozen=True, slots=True)
class Argument:
    """One `add_argument`. `names` are its flags, none for a positional one; `type` is `int`, `float`, `bool`, `text` or
    `other` (a function of the driver's own). `nargs`: None for one value, a number as text, or `?`, `*`, `+`. `group`:
    arguments of one number exclude each other."""

    names: tuple[str, ...]
    type: str = "text"
    choices: tuple[str, ...] = ()
    nargs: str | None = None
    default: Plain = None
    flag: bool = False
    repeated: bool = False
    required: bool = False
    group: int | None = None

    @property
    def positional(self) -> bool:
        """Whether its place says what it is."""
        return not self.names


@dataclass(frozen=True, slots=True)
class Definition:
    """`commands`: the arguments of each subcommand, those before any under the empty name."""

    commands: Mapping[str, tuple[Argument, ...]]

    @property
    def subcommands(self) -> tuple[str, ...]:
        """The names of the subcommands, in the order of the source."""
        return tuple(name for name in self.commands if name != MAIN)


@dataclass(slots=True)
class _Reading:
    """`parsers`: to which command the parser of this variable belongs; `groups`: a number for each exclusive group."""

    constants: dict[str, object]
    parsers: dict[str, str] = field(default_factory=dict)
    groups: dict[str, int] = field(default_factory=dict)
    found: dict[str, list[Argument]] = field(default_factory=dict)


def definition(source: bytes) -> Definition | None:
    """The definition in a driver's source; None where it has none, or is no Python of this version."""
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError):
        return None
    reading = _Reading(_constants(tree))
    for statement in _statements(tree):
        _read(statement, reading)
    if not any(reading.found.values()):
        return None
    return Definition({name: tuple(arguments) for name, arguments in reading.found.items()})


def _statements(tree: ast.AST) -> Iterator[ast.AST]:
    """Every node, in the order of the source."""
    nodes = (node for node in ast.walk(tree) if isinstance(node, ast.Assign | ast.Call))
    return iter(sorted(nodes, key=lambda node: (node.lineno, isinstance(node, ast.Call), node.col_offset)))


def _read(node: ast.AST, reading: _Reading) -> None:
    if isinstance(node, ast.Assign):
        if isinstance(node.value, ast.Call) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
            _bind(node.targets[0].id, node.value, reading)
        return
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
        return
    if node.func.attr == "add_parser":  # without a variable, it takes no arguments
        _command(node, reading)
    elif node.func.attr == "add_argument":
        owner = node.func.value.id if isinstance(node.func.value, ast.Name) else ""
        argument = _argument(node, reading, reading.groups.get(owner))
        if argument is not None:
            reading.found.setdefault(reading.parsers.get(owner, MAIN), []).append(argument)


def _bind(name: str, call: ast.Call, reading: _Reading) -> None:
    if not isinstance(call.func, ast.Attribute):
        return
    owner = call.func.value.id if isinstance(call.func.value, ast.Name) else ""
    if call.func.attr == "add_parser":
        reading.parsers[name] = _command(call, reading)
    elif call.func.attr in ("add_argument_group", "add_mutually_exclusive_group"):
        reading.parsers[name] = reading.parsers.get(owner, MAIN)
        if call.func.attr == "add_mutually_exclusive_group":
            reading.groups[name] = len(reading.groups)


def _command(call: ast.Call, reading: _Reading) -> str:
    name = _literal(call.args[0], reading.constants) if call.args else None
    if not isinstance(name, str) or not name:
        return MAIN
    reading.found.setdefault(name, [])
    return name


def _argument(call: ast.Call, reading: _Reading, group: int | None) -> Argument | None:
    names = [name for word in call.args if isinstance(name := _literal(word, reading.constants), str)]
    given = {keyword.arg: keyword.value for keyword in call.keywords if keyword.arg}

    def value(key: str) -> object:
        return _literal(given[key], reading.constants) if key in given else None

    action = value("action")
    if action in NOTHING or not names:
        return None
    flags = tuple(name for name in names if name.startswith("-"))
    if "action" in given and _name(given["action"]) == BOTH:
        flags += tuple(f"--no-{name[2:]}" for name in flags if name.startswith("--"))
        action = "store_true"
    choices = value("choices")
    default, nargs = value("default"), value("nargs")
    return Argument(
        names=flags,
        type=_type(given.get("type"), default),
        choices=tuple(str(choice) for choice in choices[:MOST]) if isinstance(choices, list | range) else (),
        nargs=None if nargs is None else str(nargs),
        default=default if isinstance(default, bool | int | float | str) else None,
        flag=action in FLAGS,
        repeated=action in ("append", "extend", "count"),
        required=value("required") is True or not flags,
        group=group,
    )


def _type(node: ast.expr | None, default: object) -> str:
    if node is None:
        return "text"
    return TYPES.get(_name(node), "other")


def _name(node: ast.expr) -> str:
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""


def _constants(tree: ast.Module) -> dict[str, object]:
    """Names that the top of the module binds exactly once, to something written down."""
    found: dict[str, object] = {}
    twice: set[str] = set()
    for node in tree.body:
        if not isinstance(node, ast.Assign | ast.AnnAssign) or node.value is None:
            continue
        for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
            if isinstance(target, ast.Name):
                if target.id in found:
                    twice.add(target.id)
                found[target.id] = _literal(node.value, found)
    return {name: value for name, value in found.items() if name not in twice and value is not None}


def _literal(node: ast.expr, constants: Mapping[str, object]) -> object:
    """The value that is written down; None where it is computed, or is None."""
    if isinstance(node, ast.Name):
        return constants.get(node.id)
    if isinstance(node, ast.List | ast.Tuple):
        return [_literal(item, constants) for item in node.elts]
    if isinstance(node, ast.Call):
        return _call(node, constants)
    try:
        value: object = ast.literal_eval(node)
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
        return None
    return sorted(value, key=repr) if isinstance(value, set) else value


def _call(node: ast.Call, constants: Mapping[str, object]) -> object:
    """`range(…)` of literals, and the names of a table: `list(T)`, `sorted(T)`, `tuple(T)`, `T.keys()`."""
    values = [_literal(word, constants) for word in node.args]
    if isinstance(node.func, ast.Name) and node.func.id == "range":
        numbers = [value for value in values if isinstance(value, int)]
        return range(*numbers) if len(numbers) == len(values) and 1 <= len(values) <= 3 else None
    if isinstance(node.func, ast.Attribute) and node.func.attr == "keys" and not node.args:
        table = _literal(node.func.value, constants)
        return list(table) if isinstance(table, dict) else None
    if isinstance(node.func, ast.Name) and node.func.id in ("list", "sorted", "tuple") and len(values) == 1:
        return list(values[0]) if isinstance(values[0], list | dict | range) else None
    return None
