"""One Python source as coverage.py's parser sees it: statements, branches and functions, and what traced lines mean.

`# pragma: no cover` and the like count as coverage.py counts them by default: as lines that nobody means to reach."""

from __future__ import annotations

import ast
import tempfile
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ...core.errors import UserError
from ..model import Branch, Function, Reach, Source

if TYPE_CHECKING:
    from coverage.plugin import FileReporter


@dataclass(frozen=True, slots=True)
class File:
    """What can be reached of a source. `only`: where a line can go on to, if that is one line."""

    path: str
    reach: Reach
    reporter: FileReporter
    only: dict[int, int]

    @classmethod
    def of(cls, source: Source) -> File:
        """Raises UserError for a file that is no Python."""
        from coverage import Coverage
        from coverage.exceptions import CoverageException
        from coverage.python import PythonFileReporter

        with tempfile.NamedTemporaryFile(suffix=".py") as stream:
            stream.write(source.data)
            stream.flush()
            reporter = PythonFileReporter(stream.name, Coverage(data_file=None, config_file=False))
            try:
                arcs, lines = reporter.arcs(), reporter.lines()
            except CoverageException as error:
                raise UserError(f"{source.path}: {error}") from error
            exits, left_out = reporter.exit_counts(), reporter.excluded_lines()
            not_meant = reporter.no_branch_lines()
        goes: dict[int, set[int]] = defaultdict(set)
        for start, end in arcs:
            goes[start].add(end)
        branches = {(a, b) for a, b in arcs if exits.get(a, 0) > 1 and a not in not_meant and b not in left_out}
        return cls(
            source.path,
            Reach(frozenset(lines), frozenset(branches), tuple(functions(ast.parse(source.data)))),
            reporter,
            {start: next(iter(ends)) for start, ends in goes.items() if len(ends) == 1},
        )

    def reached(self, arcs: Iterable[Branch]) -> tuple[frozenset[int], frozenset[Branch]]:
        """The statements and branches that traced steps from line to line mean: as coverage.py's own reports do it, a
        step within one statement stands for the only step that leaves it."""
        raw = set(arcs)
        lines = self.reporter.translate_lines({line for arc in raw for line in arc if line > 0})
        steps = set()
        for start, end in self.reporter.translate_arcs(raw):
            if start != end:
                steps.add((start, end))
            elif start in self.only:
                steps.add((start, self.only[start]))
        return self.reach.lines & lines, self.reach.branches & self.reporter.translate_arcs(steps)


def functions(module: ast.AST, prefix: str = "") -> Iterator[Function]:
    """Every function and method below `module`, by its qualified name."""
    for node in ast.iter_child_nodes(module):
        inner = prefix
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            inner = f"{prefix}{node.name}."
            if not isinstance(node, ast.ClassDef):
                yield Function(prefix + node.name, node.lineno, node.end_lineno or node.lineno, node.body[0].lineno)
        yield from functions(node, inner)
