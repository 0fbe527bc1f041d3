"""Mutants: what is changed, what never is, and that the same source always gives the same ones."""

from __future__ import annotations

import ast
from collections import Counter
from pathlib import Path

import pytest
from portproof.audit.model import Function, Language, Mutant, Origin, Reach, Source
from portproof.audit.mutants.operators import counted_line, mutants, sample
from portproof.audit.mutants.tree import KEPT, TABLE, tree

SUITES = Path(__file__).parents[2] / "suites"
LANGUAGES = {".py": Language.PYTHON, ".c": Language.C, ".cpp": Language.CPP}
DRIVERS = sorted(path for path in SUITES.glob("*/tasks/*/original/*") if path.suffix in LANGUAGES)
EVERYWHERE = range(1, 100_000)


def source(text: str, language: Language = Language.PYTHON) -> Source:
    return Source("it", language, Origin.LIBRARY, text.encode())


def changes(text: str, language: Language = Language.PYTHON) -> set[tuple[str, str, str]]:
    return {(m.operator, m.original, m.replacement) for m in mutants(source(text, language), EVERYWHERE)}


def whole(text: str, language: Language = Language.PYTHON) -> set[str]:
    it = source(text, language)
    return {mutant.applied(it.data).decode() for mutant in mutants(it, EVERYWHERE)}


def test_each_operator_of_python() -> None:
    found = changes(
        "def f(a, b):\n"
        "    if a < b and not a:\n"
        "        a += 1\n"
        "    b = b - 0x1f\n"
        "    while a in b:\n"
        "        break\n"
        "    print(a, 'word', b'', 1.5, True)\n"
        "    raise a if b else 2\n"
        "    return a\n"
    )
    assert found == {
        ("boundary", "<", "<="),
        ("comparison", "<", ">="),
        ("logical", "and", "or"),
        ("logical", "not a", "a"),
        ("branch", "a < b and not a", "not (a < b and not a)"),
        ("branch", "a < b and not a", "True"),
        ("branch", "a < b and not a", "False"),
        ("arithmetic", "+=", "-="),
        ("constant", "1", "0"),
        ("constant", "1", "2"),
        ("statement", "a += 1", "pass"),
        ("statement", "b = b - 0x1f", "pass"),
        ("arithmetic", "-", "+"),
        ("constant", "0x1f", "0x1e"),
        ("constant", "0x1f", "0x20"),
        ("branch", "a in b", "False"),
        ("comparison", "in", "not in"),
        ("statement", "break", "continue"),
        ("statement", "print(a, 'word', b'', 1.5, True)", "pass"),
        ("string", "'word'", "''"),
        ("string", "b''", "b'portproof'"),
        ("constant", "1.5", "2.5"),
        ("constant", "True", "False"),
        ("statement", "raise a if b else 2", "pass"),
        ("branch", "b", "not (b)"),
        ("branch", "b", "True"),
        ("branch", "b", "False"),
        ("constant", "2", "1"),
        ("constant", "2", "3"),
        ("return", "return a", "return None"),
    }


def test_each_operator_of_c() -> None:
    found = changes(
        "int f(int a, char *b) {\n"
        "  if (!a || a >= 0x1fUL) a <<= 017;\n"
        "  for (; a; a++) { break; }\n"
        "  while (*b == 'x') g(\"word\", '\\n', -1.5f);\n"
        "  return a ? a % 2 : 0;\n"
        "}\n",
        Language.C,
    )
    assert found == {
        ("logical", "!a", "a"),
        ("logical", "||", "&&"),
        ("comparison", ">=", "<"),
        ("boundary", ">=", ">"),
        ("constant", "0x1fUL", "0x1eUL"),
        ("constant", "0x1fUL", "0x20UL"),
        ("branch", "!a || a >= 0x1fUL", "!(!a || a >= 0x1fUL)"),
        ("branch", "!a || a >= 0x1fUL", "1"),
        ("branch", "!a || a >= 0x1fUL", "0"),
        ("statement", "a <<= 017;", ";"),
        ("arithmetic", "<<=", ">>="),
        ("constant", "017", "016"),
        ("constant", "017", "020"),
        ("branch", "a", "0"),
        ("arithmetic", "++", "--"),
        ("statement", "break;", ";"),
        ("branch", "*b == 'x'", "0"),
        ("comparison", "==", "!="),
        ("constant", "'x'", "'y'"),
        ("statement", "g(\"word\", '\\n', -1.5f);", ";"),
        ("string", '"word"', '""'),
        ("constant", "'\\n'", "' '"),
        ("arithmetic", "-1.5f", "1.5f"),
        ("constant", "-1.5f", "-2.5f"),
        ("return", "return a ? a % 2 : 0;", "return 0;"),
        ("branch", "a", "!(a)"),
        ("branch", "a", "1"),
        ("arithmetic", "%", "*"),
        ("constant", "2", "1"),
        ("constant", "2", "3"),
        ("constant", "0", "1"),
    }


def test_the_empty_value_of_a_cpp_type_is_returned() -> None:
    assert ("return", "return s + t;", "return {};") in changes("string f(string s) { return s + t; }", Language.CPP)


@pytest.mark.parametrize(
    "text",
    [
        '"""What 1 + 1 is."""\n',
        "def f():\n    '''Never 1 < 2.'''\n",
        "# if 1 < 2: return 3\n",
        "import a, b\nfrom c import d\nfrom __future__ import annotations\n",
        "__all__ = ['a', 'b']\n__version__ = '1.0'\n__all__ += ['c']\n__all__.extend(['d'])\n",
        "def f(a: 'A' = None, *b: Literal[1]) -> Literal['x', 2] | None: ...\n",
        "x: Literal[1, 'a']\n",
        "T = TypeVar('T', bound='A')\n",
        "if TYPE_CHECKING:\n    import a\n",
        "if typing.TYPE_CHECKING:\n    import a\n",
        "def f():\n    x = y\n",  # without it every case ends in NameError: nothing is learnt
        "a = [] + b\n",  # nor from a TypeError
    ],
)
def test_python_that_is_no_code_is_left_alone(text: str) -> None:
    assert changes(text) == set()


@pytest.mark.parametrize(
    "text",
    [
        "/* 1 + 1 */ // a < b\n",
        '#include "a.h"\n#define X (1 + 2)\n#define F(a) ((a) < 3 ? "a" : "b")\n#pragma once 1\n',
        "#if X > 1\n#elif X == 3 && Y\n#endif\n",
        'static_assert(sizeof(int) == 4, "small");\n',
        "int a[3 + 1];\n",
        "struct S { int a : 3; };\n",
        "enum E { A = 1, B = 2 };\n",
        "__attribute__((aligned(8))) int a;\n",
        'extern "C" { int f(void); }\n',
        "void f() { (void)a; ; }\n",
        "std::array<int, 3 + 1> a;\n",
        "void f() { if constexpr (N > 3) {} }\n",
        "void f() { switch (a) { case 1 + 1: ; } }\n",
    ],
)
def test_what_only_the_preprocessor_or_the_compiler_reads_is_left_alone(text: str) -> None:
    assert changes(text, Language.CPP) == set()


def test_a_static_assertion_of_c_is_left_alone() -> None:
    assert changes('void f(void) { _Static_assert(1 < 2, "x"); }\n', Language.C) == set()


def test_what_a_stream_writes_is_not_shifted() -> None:
    assert not [
        c for c in changes("void f() { std::cout << a << 1; s << 'a' << \"b\"; }", Language.CPP) if c[1] == "<<"
    ]
    assert ("arithmetic", "<<", ">>") in changes("void f() { a = b << 2; }", Language.CPP)


def test_tokens_do_not_grow_together() -> None:
    assert "def f(a):\n    return a\n" in whole("def f(a):\n    return-a\n")
    assert "int f() { return a- -b; }" in whole("int f() { return a+-b; }", Language.C)
    assert "int f() { return a/ *b; }" in whole("int f() { return a**b; }", Language.C)


def test_what_stands_in_an_interpolation_goes_with_its_string() -> None:
    assert changes("f(f'a{b + 1!r:>{w}}')\n") == {
        ("string", "f'a{b + 1!r:>{w}}'", "f''"),
        ("statement", "f(f'a{b + 1!r:>{w}}')", "pass"),
    }


def test_only_a_few_constants_of_a_table_are_changed() -> None:
    small, large = (f"A = [{', '.join(f'({i}, {i!r})' for i in range(2, 2 + n // 2))}]\n" for n in (TABLE, TABLE + 2))
    assert len(mutants(source(small), EVERYWHERE)) == TABLE * 2
    assert len(mutants(source(large), EVERYWHERE)) == KEPT


@pytest.mark.parametrize("driver", DRIVERS, ids=lambda path: f"{path.parts[-3]}-{path.name}")
def test_every_mutant_of_a_real_program_parses(driver: Path) -> None:
    it = Source(driver.name, LANGUAGES[driver.suffix], Origin.DRIVER, driver.read_bytes())
    found = mutants(it, EVERYWHERE)
    assert len(found) > 10
    for mutant in found:
        changed = mutant.applied(it.data)
        assert changed != it.data
        assert it.data[mutant.start : mutant.end].decode() == mutant.original
        if it.language is Language.PYTHON:
            compile(changed, "it", "exec", ast.PyCF_ONLY_AST)
        else:
            assert errors(Source("it", it.language, it.origin, changed)) <= errors(it), mutant


def errors(it: Source) -> int:
    syntax = tree(it)
    return sum(syntax.kind(node) == "ERROR" for node in range(len(syntax.kinds)))


def test_macros_that_the_parser_does_not_know_hide_no_code() -> None:
    text = "int ZEXPORT f(strm)\nz_streamp strm;\n{\n    if (strm == Z_NULL) return -2;\n    return 1;\n}\n"
    assert ("comparison", "==", "!=") in changes(text, Language.C)


def test_only_the_given_lines_are_mutated() -> None:
    text = "a = f(1)\nb = f(2)\nc = f(3)\n"
    assert {mutant.line for mutant in mutants(source(text), {2})} == {2}


def test_a_line_that_coverage_does_not_count_belongs_to_its_statement() -> None:
    text = "f(\n    1,\n    2,\n)\nf(3)\n"
    inner = [m for m in mutants(source(text), {1}, counted={1, 5}) if m.operator == "constant"]
    assert [m.line for m in inner] == [2, 2, 3, 3]
    assert {m.statement for m in inner} == {1}
    assert {counted_line(m, {1, 5}) for m in inner} == {1}
    assert {counted_line(m, {1, 2, 5}) for m in inner} == {1, 2}
    assert [m.original for m in mutants(source(text), {5}, counted={1, 5}) if m.operator == "constant"] == ["3", "3"]


def test_the_same_source_gives_the_same_mutants() -> None:
    text = "def f(a):\n    return a + 1 if a < 2 else 'x'\n"
    first = mutants(source(text), EVERYWHERE)
    again = mutants(Source("it", Language.PYTHON, Origin.LIBRARY, bytes(text, "ascii")), EVERYWHERE)
    assert [m.id for m in first] == [m.id for m in again]
    assert len({m.id for m in first}) == len(first)


def test_positions_count_bytes_and_survive_what_is_not_ascii() -> None:
    (mutant, *_) = mutants(source("x = 'ä'; f(1)\n"), EVERYWHERE)
    assert (mutant.line, mutant.column, mutant.original) == (1, 5, "'ä'")
    assert mutant.applied("x = 'ä'; f(1)\n".encode()) == b"x = ''; f(1)\n"


def test_a_source_that_is_not_utf8_is_mutated_where_it_can_be_told() -> None:
    latin = Source("it", Language.C, Origin.LIBRARY, b'void f(void) { g("\xe4"); h(1); }')
    assert {m.original for m in mutants(latin, EVERYWHERE)} == {"h(1);", "1"}


def many(functions: int) -> tuple[tuple[Mutant, ...], dict[str, Reach]]:
    text = "".join(f"def f{i}(a):\n    if a < {i + 2}:\n        a += 1\n    return a\n" for i in range(functions))
    reach = Reach(
        frozenset(EVERYWHERE),
        frozenset(),
        tuple(Function(f"f{i}", 4 * i + 1, 4 * i + 4, 4 * i + 2) for i in range(functions)),
    )
    return mutants(source(text), EVERYWHERE), {"it": reach}


def test_a_sample_is_spread_over_functions_and_operators() -> None:
    every, reach = many(20)
    chosen = sample(every, len(every) // 2, 7, reach)
    assert len(set(chosen)) == len(every) // 2
    per_function = Counter((m.line - 1) // 4 for m in chosen)
    assert len(per_function) == 20
    assert max(per_function.values()) - min(per_function.values()) <= 2
    for operator, count in Counter(m.operator for m in every).items():
        assert abs(sum(m.operator == operator for m in chosen) - count / 2) <= 0.25 * count


def test_a_smaller_sample_is_the_beginning_of_a_larger_one() -> None:
    every, reach = many(10)
    assert sample(every, 30, 3, reach)[:12] == sample(every, 12, 3, reach)
    assert set(sample(every, 10_000, 3, reach)) == set(every)
    assert sample(every, 12, 3, reach) != sample(every, 12, 4, reach)
    assert sample((), 5, 1) == ()
