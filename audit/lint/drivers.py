"""Drivers: what makes their output differ between two runs, two machines or two versions, seen in their syntax trees.
A smell is no proof: capture's perturbations are."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from ...core.task import Task
from .lint import Place, Remark

MODULES = {
    **dict.fromkeys(("time", "datetime", "calendar"), "clock"),
    **dict.fromkeys(("random", "secrets", "uuid"), "random"),
    **dict.fromkeys(("argparse", "optparse", "getopt", "click"), "argparse"),
    **dict.fromkeys(("platform", "getpass", "pwd", "tempfile"), "place"),
    **dict.fromkeys(("subprocess", "socket", "multiprocessing", "requests"), "process"),
    **dict.fromkeys(("locale", "gettext"), "locale"),
    "traceback": "traceback",
}
CALLS = {
    "id": "address", "os.getpid": "place", "os.getcwd": "place", "os.urandom": "random", "os.uname": "place",
    "os.path.abspath": "place", "os.path.realpath": "place", "os.system": "process", "os.popen": "process",
    "os.times": "clock", "os.listdir": "order", "os.scandir": "order", "os.walk": "order", "input": "locale",
    "os.getlogin": "place", "hash": "order", "os.environ.get": "place", "os.getenv": "place",
}  # fmt: skip
NATIVE = {
    **dict.fromkeys(("time", "clock", "gettimeofday", "clock_gettime", "localtime", "gmtime", "strftime"), "clock"),
    **dict.fromkeys(("rand", "random", "drand48", "lrand48", "arc4random", "getrandom"), "random"),
    **dict.fromkeys(("setlocale", "nl_langinfo"), "locale"),
    **dict.fromkeys(("getpid", "getcwd", "realpath", "gethostname", "getenv", "getlogin"), "place"),
    **dict.fromkeys(("system", "popen", "fork", "execv", "execvp", "socket"), "process"),
    "readdir": "order",
}
HEADERS = {
    "chrono": "clock", "random": "random", "unordered_map": "order", "unordered_set": "order", "thread": "order",
    "locale": "locale", "time.h": "clock", "ctime": "clock", "locale.h": "locale",
}  # fmt: skip
WHAT = {
    "clock": "uses the clock", "random": "uses chance", "order": "depends on an order", "address": "uses an address",
    "place": "looks at this machine", "locale": "depends on the locale", "process": "reaches outside of itself",
    "argparse": "lets a library read the arguments", "traceback": "shows a traceback",
}  # fmt: skip


def remarks(task: Task, place: Place) -> Iterator[Remark]:
    """Remarks on the files beside a task's drivers; a library that is kept in a folder of its own is not looked at."""
    drivers = {program.driver for program in task.programs}
    for path in sorted({*drivers, *(p for p in (task.folder / "original").glob("*") if p.is_file())}):
        if task.original.toolchain == "cpython":
            if path.suffix == ".py":
                yield from _python(path, place)
                yield from _shadowing(path, task, place)
        elif path.suffix in (".c", ".h", ".cc", ".cpp", ".cxx", ".hpp", ".hh"):
            yield from _native(path, place)
    yield from _unused(task, place)


def _unused(task: Task, place: Place) -> Iterator[Remark]:
    """Programs' files that no program names: nothing else there imports or compiles them."""
    drivers = {program.driver for program in task.programs}
    native = task.original.toolchain != "cpython"
    files = [path for path in sorted((task.folder / "original").glob("*")) if path.is_file()]
    if native:
        compiled = " ".join(task.original.build)
        texts = "\n".join(path.read_text("utf-8", "replace") for path in files)
        odd = [p for p in files if p.suffix in (".c", ".cc", ".cpp", ".cxx") and p.name not in compiled + texts]
    else:
        imported = {name for path in files if path.suffix == ".py" for name in _imported(path)}
        odd = [p for p in files if p.suffix == ".py" and p.stem not in imported]
    for path in odd:
        if path not in drivers:
            yield place.remark("unused", path, "is no program of task.toml, and nothing here uses it")


def _imported(path: Path) -> Iterator[str]:
    """The top-level names of all modules that a file imports, or would if it were Python."""
    text = path.read_text("utf-8", "replace")
    for match in re.finditer(r"^\s*(?:from\s+\.?(\w+)|import\s+([\w., ]+))", text, re.MULTILINE):
        yield from re.findall(r"\w+", match[1] or match[2])


def _python(path: Path, place: Place) -> Iterator[Remark]:
    try:
        tree = ast.parse(path.read_bytes())
    except SyntaxError as error:
        yield place.remark("suite", path, f"is no Python: {error.msg}", error.lineno or 0)
        return
    for node in ast.walk(tree):
        if isinstance(node, ast.Import | ast.ImportFrom):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else [node.module or ""]
            for name in names:
                if rule := MODULES.get(name.split(".")[0]):
                    yield place.remark(rule, path, f"imports {name}, which {WHAT[rule]}", node.lineno)
        elif isinstance(node, ast.Call) and (rule := CALLS.get(ast.unparse(node.func))):
            yield place.remark(rule, path, f"calls {ast.unparse(node.func)}(), which {WHAT[rule]}", node.lineno)
        elif isinstance(node, ast.Name) and node.id == "__file__":
            yield place.remark("place", path, "reads __file__, a path of this machine", node.lineno)
        elif isinstance(node, ast.Subscript) and ast.unparse(node.value) == "os.environ":
            yield place.remark("place", path, "reads the environment", node.lineno)
        yield from _sets(node, path, place)


def _sets(node: ast.AST, path: Path, place: Place) -> Iterator[Remark]:
    """A set where its order would show: in a loop, in a comprehension that is no set, in join, list or tuple."""
    looked: list[ast.expr] = []
    if isinstance(node, ast.For):
        looked.append(node.iter)
    elif isinstance(node, ast.ListComp | ast.DictComp):
        looked += [generator.iter for generator in node.generators]
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name | ast.Attribute):
        name = node.func.id if isinstance(node.func, ast.Name) else node.func.attr
        if name in ("join", "list", "tuple", "enumerate", "print", "writelines", "dumps", "str", "repr"):
            looked += node.args
    for one in looked:
        if _is_set(one):
            shown = ast.unparse(one)
            yield place.remark("order", path, f"goes through the set {shown[:60]} in its own order", one.lineno)


def _is_set(node: ast.expr) -> bool:
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr | ast.BitAnd | ast.Sub | ast.BitXor):
        return _is_set(node.left) or _is_set(node.right)
    called = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("set", "frozenset")
    return called or isinstance(node, ast.Set | ast.SetComp)


def _shadowing(path: Path, task: Task, place: Place) -> Iterator[Remark]:
    own = task.library.lower().replace("-", "_")
    if path.stem in sys.stdlib_module_names:
        yield place.remark("shadow", path, f"hides the standard library's module {path.stem} from the library")
    elif path.stem.lower() == own and task.original.requirements is not None:
        yield place.remark("shadow", path, f"hides the library's own module {path.stem}")


def _native(path: Path, place: Place) -> Iterator[Remark]:
    from ..grammar import nodes, text, tree
    from ..model import Language

    plain = path.suffix in (".c", ".h")
    for node in nodes(tree(path.read_bytes(), Language.C if plain else Language.CPP)):
        line = node.start_point.row + 1
        if node.type == "call_expression":
            name = text(node.child_by_field_name("function")).removeprefix("std::")
            if rule := NATIVE.get(name):
                yield place.remark(rule, path, f"calls {name}(), which {WHAT[rule]}", line)
        elif node.type == "preproc_include":
            name = text(node.child_by_field_name("path")).strip('<>"')
            if rule := HEADERS.get(name):
                yield place.remark(rule, path, f"includes {name}, which {WHAT[rule]}", line)
        elif node.type == "string_literal" and re.search(r"%-?\d*p", text(node)):
            yield place.remark("address", path, "prints an address with %p", line)
        elif node.type == "identifier" and text(node) in ("__FILE__", "__DATE__", "__TIME__"):
            yield place.remark("place", path, f"uses {text(node)}", line)
