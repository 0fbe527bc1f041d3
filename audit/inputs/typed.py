"""From an argparse definition to a hypothesis strategy of argument lists: each argument drawn by its type, with the
values that old cases gave it among them.

This module needs hypothesis (the extra `authors`): import it late."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import hypothesis.strategies as st
from hypothesis.strategies import SearchStrategy

from ...core.case import Case
from .alphabet import ASCII, FLOATS, INTEGERS, TEXT
from .options import MAIN, Argument, Definition

Words = list[bytes]
LONGEST = 40  # characters of generated text
MANY = 4  # values of a list
NEAR = (-20, 200)  # integers that people write
SELDOM, OFTEN = 0.1, 0.95  # how often an optional argument is given, at least and at most


@dataclass(slots=True)
class Seen:
    """What old cases gave: values by argument, how many cases gave it, and whether as `--name=value`."""

    cases: int = 0
    joined: bool = False
    values: dict[Argument, dict[bytes, None]] = field(default_factory=dict)
    given: dict[Argument, int] = field(default_factory=dict)

    def note(self, argument: Argument, values: Sequence[bytes]) -> None:
        """One case gave these values."""
        self.values.setdefault(argument, {}).update(dict.fromkeys(values))

    def share(self, argument: Argument) -> float:
        """The share of cases that gave it."""
        share = self.given.get(argument, 0) / self.cases if self.cases else 0.5
        return min(max(share, SELDOM), OFTEN)


def arguments(definition: Definition, cases: Sequence[Case]) -> SearchStrategy[Words]:
    """Argument lists as the definition allows them."""
    noted = {name: seen(taken, _of(name, definition, cases)) for name, taken in definition.commands.items()}
    main = _line(definition.commands.get(MAIN, ()), noted.get(MAIN, Seen()))
    if not definition.subcommands:
        return main
    after = [
        st.tuples(main, st.just([name.encode()]), _line(definition.commands[name], noted[name]))
        for name in definition.subcommands
    ]
    return st.one_of(after).map(lambda parts: [word for part in parts for word in part])


def _of(command: str, definition: Definition, cases: Sequence[Case]) -> list[tuple[bytes, ...]]:
    """The words of the old cases that belong to a command: those after its name, or before any."""
    names = [name.encode() for name in definition.subcommands]
    found = []
    for case in cases:
        place = next((i for i, word in enumerate(case.args) if word in names), len(case.args))
        if command == MAIN:
            found.append(case.args[:place])
        elif place < len(case.args) and case.args[place] == command.encode():
            found.append(case.args[place + 1 :])
    return found


def seen(taken: Sequence[Argument], lines: Sequence[tuple[bytes, ...]]) -> Seen:
    """What these argument lists gave each argument; words that fit nowhere are passed over."""
    named = {name.encode(): argument for argument in taken for name in argument.names}
    places = [argument for argument in taken if argument.positional]
    found = Seen(cases=len(lines))
    for words in lines:
        given: set[Argument] = set()
        free: list[bytes] = []
        index = 0
        while index < len(words):
            name, equals, value = words[index].partition(b"=")
            argument = named.get(words[index]) or (named.get(name) if equals else None)
            index += 1
            if argument is None:
                free.append(words[index - 1])
                continue
            given.add(argument)
            if equals and words[index - 1] not in named:
                found.joined = True
                found.note(argument, [value])
            elif not argument.flag and index < len(words) and argument.nargs is None:
                found.note(argument, [words[index]])
                index += 1
        for number, value in enumerate(free):
            if places:
                found.note(places[min(number, len(places) - 1)], [value])
        for argument in given:
            found.given[argument] = found.given.get(argument, 0) + 1
    return found


def _line(taken: Sequence[Argument], noted: Seen) -> SearchStrategy[Words]:
    """Options first, in the order of the source or another one, then what has a place."""
    options = [_option(argument, noted) for argument in taken if not argument.positional and argument.group is None]
    groups: dict[int, list[SearchStrategy[Words]]] = {}
    for argument in taken:
        if argument.group is not None:
            groups.setdefault(argument.group, []).append(_option(argument, noted))
    options += [st.one_of(st.just([]), *members) for members in groups.values()]
    places = [_values(argument, noted) for argument in taken if argument.positional]
    shuffled = st.tuples(*options).flatmap(lambda drawn: st.one_of(st.just(list(drawn)), st.permutations(drawn)))
    return st.tuples(shuffled, st.tuples(*places)).map(lambda both: [w for part in (*both[0], *both[1]) for w in part])


def _option(argument: Argument, noted: Seen) -> SearchStrategy[Words]:
    names = st.sampled_from([name.encode() for name in argument.names])
    if argument.flag:
        once = names.map(lambda name: [name])
    else:
        once = st.tuples(names, _values(argument, noted)).map(lambda pair: _joined(pair[0], pair[1], noted.joined))
    if argument.repeated:
        once = st.lists(once, min_size=1, max_size=MANY).map(lambda drawn: [word for words in drawn for word in words])
    if argument.required:
        return once
    share = noted.share(argument)
    return st.floats(0, 1, exclude_max=True).flatmap(lambda chance: once if chance < share else st.just([]))


def _joined(name: bytes, values: Words, joined: bool) -> Words:
    """`--name value`, or `--name=value` where old cases wrote so, or argparse would take the value for an option."""
    alone = len(values) == 1
    if alone and name.startswith(b"--") and (joined or values[0].startswith(b"-")):
        return [name + b"=" + values[0]]
    return [name, *values]


def _values(argument: Argument, noted: Seen) -> SearchStrategy[Words]:
    one = value(argument, list(noted.values.get(argument, ())))
    if argument.nargs is None:
        return one.map(lambda word: [word])
    if argument.nargs.isdigit():
        count = min(int(argument.nargs), 64)
        return st.lists(one, min_size=count, max_size=count)
    return st.lists(one, min_size=argument.nargs == "+", max_size=1 if argument.nargs == "?" else MANY)


def value(argument: Argument, old: Sequence[bytes]) -> SearchStrategy[bytes]:
    """One value of an argument: of its type, or as an old case gave it."""
    if argument.choices:
        return st.sampled_from([choice.encode() for choice in argument.choices])
    own = TYPED.get(argument.type, TYPED["text"])
    default = [] if argument.default is None else [str(argument.default).encode()]
    examples = [*dict.fromkeys([*old, *default])]
    if not examples:
        return own
    mixed = st.one_of(st.sampled_from(examples), own)
    return st.one_of(st.sampled_from(examples), mixed) if argument.type == "other" else mixed


def integers(least: int | None = None, most: int | None = None) -> SearchStrategy[int]:
    """Any integer of the range; small ones, its ends and the boundaries of machine integers often."""
    low = NEAR[0] if least is None else least
    high = NEAR[1] if most is None else most
    edges = {number for number in INTEGERS if (least is None or least <= number) and (most is None or number <= most)}
    edges |= {number for number in (least, most) if number is not None}
    near = st.integers(max(low, NEAR[0]), min(high, NEAR[1])) if low <= NEAR[1] and high >= NEAR[0] else st.nothing()
    return st.one_of(near, st.sampled_from(sorted(edges)), st.integers(least, most))


def text(alphabet: str, least: int = 0, most: int = LONGEST) -> SearchStrategy[str]:
    """Text over an alphabet of any characters."""
    return st.lists(st.sampled_from(alphabet), min_size=least, max_size=most).map("".join)


def floats() -> SearchStrategy[str]:
    """Floating-point numbers as Python writes them, and as people do."""
    shown = st.floats().map(repr)
    short = st.tuples(st.integers(-9999, 9999), st.integers(0, 4)).map(lambda pair: f"{pair[0] / 10 ** pair[1]}")
    return st.one_of(short, st.sampled_from(FLOATS), shown)


TYPED: Mapping[str, SearchStrategy[bytes]] = {
    "int": integers().map(lambda number: str(number).encode()),
    "float": floats().map(str.encode),
    "bool": st.sampled_from([b"True", b"False", b"1", b"0", b""]),
    "text": st.one_of(text(ASCII), text(TEXT)).map(str.encode),
}
