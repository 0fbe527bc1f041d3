"""Coverage of C and C++ originals is what gcov says of an ordinary build, outside of all walls."""

from __future__ import annotations

import json
import os
import subprocess
from collections import defaultdict
from pathlib import Path

import pytest
from portproof.audit.coverage.gcov import plain
from portproof.audit.coverage.measure import measure
from portproof.audit.model import Coverage, Origin
from portproof.cli.places import bundled
from portproof.core.task import Task
from portproof.oracle import store
from portproof.replay.backend import Backend
from portproof.suite.read import read
from portproof.toolchains import gcc
from portproof.toolchains.sources import unpacked

from .originals import cases, lay, subject_of

TEMPLATE = """#pragma once
template <typename T> int sign(T value) {
    if (value < 0)
        return -1;
    return 1;
}
template <typename T> int unused(T value) {
    return value > 0 ? 1 : 2;
}
inline int idle(int value) {
    return value;
}
namespace shapes {
struct Square {
    int side;
    int area() const { return side * side; }
    int edge() const {
        return side;
    }
};
}
"""
CPP = """#include <cstdio>
#include <cstdlib>
#include "lib.hpp"
int main(int argc, char **argv) {
    if (argc > 2) std::printf("%d\\n", sign(std::atof(argv[1])));
    else std::printf("%d\\n", sign(std::atoi(argv[1])));
    return shapes::Square{argc}.area();
}
"""
BUILD_CPP = ("g++", "-std=c++17", "-O2", "-I{original}", "-o", "{output}", "{driver}")
ENDINGS = """#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
int main(int argc, char **argv) {
    const char *how = argv[1];
    puts(how);
    fflush(stdout);
    if (!strcmp(how, "abort"))
        abort();
    if (!strcmp(how, "_exit"))
        _exit(3);
    if (!strcmp(how, "_Exit"))
        _Exit(4);
    if (!strcmp(how, "quick"))
        quick_exit(5);
    if (!strcmp(how, "exit"))
        exit(6);
    if (!strcmp(how, "term"))
        raise(SIGTERM);
    return 0;
}
"""
BUILD_C = ("gcc", "-O2", "-o", "{output}", "{driver}")


def plainly(task: Task, folder: Path, cache: Path) -> dict[str, tuple[set[int], set[int], dict[int, set[int]]]]:
    """Lines there are, lines executed and branches taken, by path in the build folder: each program built with one
    command, --coverage and -O0, and run where it was built; then gcov, once."""
    found: dict[str, tuple[set[int], set[int], dict[int, set[int]]]] = defaultdict(
        lambda: (set(), set(), defaultdict(set))
    )
    for program in task.programs:
        place = folder / program.id
        gcc.lay_out(place, task, unpacked(task.original.sources, cache))
        subprocess.run([*gcc.words(task, program), "-O0", "--coverage"], cwd=place, check=True)
        for case in program.cases:
            words = [os.fsdecode(word) for word in case.args]
            subprocess.run([place / "program", *words], cwd=place, input=case.stdin, capture_output=True, check=False)
        command = ["gcov", "--json-format", "--stdout", "-b", "-r", *sorted(path.name for path in place.glob("*.gcda"))]
        told = subprocess.run(command, cwd=place, capture_output=True, check=True).stdout
        for line in told.splitlines():
            for file in json.loads(line)["files"] if line.startswith(b"{") else ():
                there, executed, taken = found[file["file"]]
                for item in file["lines"]:
                    there.add(item["line_number"])
                    if item["count"]:
                        executed.add(item["line_number"])
                    usual = [branch for branch in item["branches"] if not branch["throw"]]
                    taken[item["line_number"]] |= {number for number, branch in enumerate(usual) if branch["count"]}
    return found


def lines(found: Coverage, path: str) -> set[int]:
    """All lines of a source that any case reached."""
    return {line for hits in found.hits.values() for line in hits.lines.get(path, ())}


@pytest.mark.parametrize("name", ["libb64", "cjson"])
def test_a_bundled_task_is_covered_as_gcov_says(name: str, tmp_path: Path, backend: Backend, cache: Path) -> None:
    (task,) = (task for task in read(bundled("c2rust-mini")).tasks if task.id == name)
    about = subject_of(task, backend, cache)
    found = measure(about, cases(task))
    told = plainly(task, tmp_path, cache)
    assert found.apart.keys() <= store.read(bundled("c2rust-mini") / "pack").quarantine.keys()  # the original is killed
    assert {path.removeprefix("sources/") for path in told} == set(found.reach) == {item.path for item in about.sources}
    for path, (there, executed, taken) in told.items():
        shown = path.removeprefix("sources/")
        assert there <= found.reach[shown].lines
        assert (path, lines(found, shown)) == (path, executed)
        ours = {branch for hits in found.hits.values() for branch in hits.branches.get(shown, ())}
        assert (path, ours) == (path, {(line, number) for line, numbers in taken.items() for number in numbers})


def test_instances_of_a_template_are_one_and_what_nobody_calls_is_there(
    tmp_path: Path, backend: Backend, cache: Path
) -> None:
    invocations = [["-1"], ["1", "double"]]
    task = lay(tmp_path, "g++", {"lib.hpp": TEMPLATE, "p.cpp": CPP}, ["p.cpp"], invocations, BUILD_CPP)
    about = subject_of(task, backend, cache)
    assert {(source.path, source.origin) for source in about.sources} == {
        ("original/lib.hpp", Origin.LIBRARY),  # the task has no other sources: here is its library
        ("original/p.cpp", Origin.DRIVER),
    }
    found = measure(about, cases(task))
    by_words = {case.args: found.hits[case.id].lines["original/lib.hpp"] for case in cases(task)}
    assert by_words[b"-1",] >= {2, 3, 4}
    assert by_words[b"1", b"double"] >= {2, 3, 5}
    assert 5 not in by_words[b"-1",]
    reach = found.reach["original/lib.hpp"]
    assert {"sign", "idle", "shapes::Square::area", "shapes::Square::edge"} == {one.name for one in reach.functions}
    assert {11, 18} <= reach.lines
    assert not {11, 18} & lines(found, "original/lib.hpp")


def test_a_program_that_does_not_return_is_measured_all_the_same(tmp_path: Path, backend: Backend, cache: Path) -> None:
    endings = {"abort": 11, "_exit": 13, "_Exit": 15, "quick": 17, "exit": 19, "return": 22}
    task = lay(tmp_path, "gcc", {"p.c": ENDINGS}, ["p.c"], [[how] for how in (*endings, "term")], BUILD_C)
    found = measure(subject_of(task, backend, cache), cases(task))
    for case in cases(task):
        how = case.args[0].decode()
        reached = found.hits[case.id].lines.get("original/p.c", frozenset())
        assert (how, max(reached, default=0)) == (how, endings.get(how, 0))
    assert [case.args for case in cases(task) if case.id in found.apart] == [(b"term",)]


@pytest.mark.parametrize(
    ("demangled", "name"),
    [
        ("main", "main"),
        ("ns::Map<int, long>::find(std::pair<int, char> const&) const", "ns::Map::find"),
        ("std::vector<int> ns::made<char, 3>(unsigned long)", "ns::made"),
        ("ns::Point::operator()(int) const", "ns::Point::operator()"),
        ("ns::operator<<(std::ostream&, ns::Point const&)", "ns::operator<<"),
        ("bool ns::operator< <int>(ns::P<int> const&, ns::P<int> const&)", "ns::operator<"),
        ("ns::P::operator bool() const", "ns::P::operator bool"),
        ("ns::operator==(ns::P const&, ns::P const&)", "ns::operator=="),
        ("(anonymous namespace)::helper(int)", "{anonymous}::helper"),
        ("ns::operators_of(int)", "ns::operators_of"),
        ("ns::Tree::~Tree()", "ns::Tree::~Tree"),
    ],
)
def test_a_demangled_name_loses_what_is_not_the_name(demangled: str, name: str) -> None:
    assert plain(demangled) == name
