"""What a mechanical translation measures like: the numbers of c2rust's output for three libraries of the suite, to
be read beside a submission's. The numbers are recorded, the translations are not kept; nothing is judged by them.

Made with c2rust 0.22.1 (crates.io, built with LLVM 14) and clang 14.0.6 on the pinned sources of the suite's tasks,
with the flags and the files that each task's `build` names:
`c2rust transpile --emit-build-files --overwrite-existing -o out compile_commands.json`, then `rustfmt` of Rust 1.95
over `out/src`, then `measures` over lib.rs and src. clipper is C++, which c2rust does not translate.
"""

from __future__ import annotations

from collections.abc import Mapping

from ...validators.measures import Measures

_COUNTS = (
    "unsafe blocks", "unsafe functions", "unsafe impls", "unsafe traits", "raw pointer types", "static muts",
    "raw pointer dereferences", "unsafe lines", "share of unsafe lines",
)  # fmt: skip


def _measures(files: int, lines: int, *numbers: float) -> Measures:
    return Measures(files, lines, dict(zip(_COUNTS, numbers, strict=True)))


# zlib's share is lower since half of its lines are the tables of crc32.c and inflate's fixed codes.
REFERENCE: Mapping[str, Measures] = {
    "c2rust of cJSON 1.7.15": _measures(3, 4722, 1, 150, 0, 0, 995, 5, 899, 4394, 0.9305),
    "c2rust of zlib 1.2.13": _measures(7, 11428, 3, 47, 0, 0, 301, 14, 880, 6334, 0.5543),
    "c2rust of libb64 1.2": _measures(3, 429, 1, 7, 0, 0, 19, 4, 62, 387, 0.9021),
}
