"""C and C++ types, as far as a word of a command line can become one: integers, numbers, text, bytes with a length."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

QUALIFIERS = frozenset({"const", "volatile", "restrict", "__restrict", "__restrict__", "register", "extern", "static"})
QUALIFIERS |= {"inline", "__inline", "__extension__", "_Noreturn", "constexpr", "noexcept"}
STRING = re.compile(r"^(const )?(std::)?(__cxx11::)?(basic_)?string(_view)?(<char>)?( const)? ?&?$")
BITS = {"CHAR": 8, "HRT": 16, "SHRT": 16, "INT": 32, "LONG": 64, "LLONG": 64}
DEPTH = 32  # typedefs of typedefs: more is a circle


@dataclass(frozen=True, slots=True)
class Type:
    """`base`: the words of the type behind every typedef, sorted, without qualifiers; `pointers`: how many times it is
    pointed to; `constant`: what is pointed to is not written; `text`: as the source has it."""

    base: str
    pointers: int
    constant: bool
    text: str

    @property
    def limits(self) -> tuple[str, str] | None:
        """The macros of <limits.h> for an integer's least and greatest value ("0": unsigned); None: no integer."""
        if self.pointers:
            return None
        words = self.base.split()
        if words in (["_Bool"], ["bool"]):
            return "0", "1"
        if words[:1] == ["enum"]:
            return "INT_MIN", "INT_MAX"
        if not words or set(words) - {"signed", "unsigned", "char", "short", "int", "long"}:
            return None
        longs = words.count("long")
        name = "CHAR" if "char" in words else "SHRT" if "short" in words else ("INT", "LONG", "LLONG")[longs]
        if "unsigned" in words:
            return "0", f"U{name}_MAX"
        name = "SCHAR" if name == "CHAR" and "signed" in words else name
        return f"{name}_MIN", f"{name}_MAX"

    @property
    def range(self) -> str:
        """The integers it can hold, in words; empty where it is no integer. On Linux of 64 bits."""
        if self.limits is None:
            return ""
        low, high = self.limits
        if high == "1":
            return "0 or 1"
        bits = BITS[high.removeprefix("U").removeprefix("S").removesuffix("_MAX")]
        return f"0 to {2**bits - 1}" if low == "0" else f"{-(2 ** (bits - 1))} to {2 ** (bits - 1) - 1}"

    @property
    def real(self) -> bool:
        """Whether it is a floating-point number."""
        return not self.pointers and self.base in ("double", "float", "double long")

    @property
    def string(self) -> bool:
        """Whether it is text that a NUL ends."""
        return self.pointers == 1 and self.base in ("char", "char signed")

    @property
    def owned(self) -> bool:
        """Whether it is C++'s string, by value or by reference to a constant."""
        return STRING.match(self.text) is not None and ("&" not in self.text or "const" in self.text)

    @property
    def buffer(self) -> bool:
        """Whether it may point to bytes whose length another parameter tells."""
        return self.pointers == 1 and self.base in ("char", "char signed", "char unsigned", "void")

    @property
    def void(self) -> bool:
        """Whether there is nothing."""
        return not self.pointers and self.base == "void"


def resolved(text: str, typedefs: Mapping[str, str]) -> Type:
    """The type that `text` stands for: a type without the name that it declares, such as `const char *`."""
    written = " ".join(text.split())
    pointers = written.count("*") + written.count("[")
    constant = "const" in written.split("*")[0].split()
    words = _words(written)
    for _ in range(DEPTH):
        if len(words) != 1 or words[0] not in typedefs:
            break
        target = typedefs[words[0]]
        pointers += target.count("*")
        constant |= "const" in target.split("*")[0].split()
        words = _words(target)
    if "&" in written or "(" in written or "<" in written:
        return Type("", pointers, constant, written)
    plain = [word for word in words if word != "int" or not {"long", "short", "char"} & set(words)]
    plain = [word for word in plain if word != "signed" or "char" in plain] or ["int"]
    tagged = plain[0] in ("struct", "union", "enum", "class")
    return Type(" ".join(plain if tagged else sorted(plain)), pointers, constant, written)


def _words(text: str) -> list[str]:
    bare = re.sub(r"__attribute__\s*\(\(.*?\)\)|\[[^\]]*\]|[*&]", " ", text)
    return [word for word in bare.split() if word not in QUALIFIERS]
