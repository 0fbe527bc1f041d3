"""What Rust's strings, paths and lists of them make of themselves: the methods that put a constant together, without a
source around them. A part that is not known is `UNKNOWN`."""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Mapping, Sequence

UNKNOWN = "\ue001"
LONGEST = 4096  # characters of a string, elements of a list


class FilePath(str):
    """A Path or PathBuf, onto which `push` and `join` put a segment."""

    __slots__ = ()


Value = str | int | tuple[str, ...]
FILE_PATHS = frozenset(("Path", "PathBuf"))
HOLDING = FILE_PATHS | {
    "String",
    "OsString",
    "OsStr",
    "CString",
    "CStr",
    "Cow",
    "Box",
    "Rc",
    "Arc",
    "str",
    "char",
    "Vec",
}
EMPTY = frozenset(("new", "default", "with_capacity"))
SAME = frozenset(
    ("to_string", "to_owned", "into", "as_str", "clone", "to_str", "unwrap", "expect", "into_string", "as_ref",
     "borrow", "as_path", "into_os_string", "as_os_str", "to_string_lossy", "into_owned", "as_bytes", "to_vec",
     "leak", "as_mut", "into_bytes", "unwrap_or_default", "as_mut_str", "display", "deref", "into_boxed_str",
     "into_boxed_path", "iter", "into_iter", "copied", "cloned", "by_ref", "as_slice", "to_bytes", "as_c_str", "ok",
     "as_deref", "collect")
)  # fmt: skip
CHANGING = frozenset(("push_str", "push", "insert_str", "insert", "extend", "append", "pop", "clear", "set_file_name"))
TEXTS: Mapping[str, Callable[[str], Value]] = {
    "to_path_buf": FilePath,
    "into_path_buf": FilePath,
    "chars": tuple,
    "bytes": tuple,
    "to_lowercase": str.lower,
    "to_ascii_lowercase": str.lower,
    "to_uppercase": str.upper,
    "to_ascii_uppercase": str.upper,
    "trim": str.strip,
    "trim_start": str.lstrip,
    "trim_end": str.rstrip,
}


def text(value: Value | None) -> str | None:
    """A value as the string that it is or is collected into."""
    if isinstance(value, tuple):
        return "".join(value)
    return chr(value) if isinstance(value, int) and 0 <= value < 0x110000 else value if isinstance(value, str) else None


def part(value: Value | None) -> str:
    """A value as a part of a string."""
    known = text(value)
    return UNKNOWN if known is None else known


def file_path(parts: Sequence[str]) -> FilePath:
    """The path of these segments, one pushed onto the other."""
    return FilePath(posixpath.join("", *parts))


def method(value: Value, name: str, arguments: Sequence[Value | None]) -> Value | None:
    """What a method that changes nothing makes of a value; None where that is not known."""
    argument = arguments[0] if arguments else None
    if isinstance(value, tuple):
        return _of_list(value, name, argument)
    if name == "join":
        return file_path((part(value), part(argument)))
    if isinstance(value, int):
        return None
    known = [text(it) for it in arguments]
    if name in TEXTS and not arguments:
        return TEXTS[name](value)
    if name in {"replace", "replacen"} and len(known) > 1 and known[0] is not None and known[1] is not None:
        return value.replace(known[0], known[1])
    if name == "split" and known and known[0]:
        return tuple(value.split(known[0]))
    if name == "repeat" and isinstance(argument, int) and argument * len(value) <= LONGEST:
        return value * argument
    if name in {"with_file_name", "with_extension"} and known and known[0] is not None:
        return file_path((posixpath.dirname(value), known[0]))
    return None


def _of_list(value: tuple[str, ...], name: str, argument: Value | None) -> Value | None:
    if name == "concat":
        return "".join(value)
    if name == "join":
        return part(argument).join(value)
    if name == "rev":
        return value[::-1]
    if name == "chain" and isinstance(argument, tuple):
        return value + argument
    if isinstance(argument, int) and name in {"skip", "take", "step_by"}:
        return value[:argument] if name == "take" else value[argument:] if name == "skip" else value[:: argument or 1]
    return None


def changed(value: Value | None, how: str, arguments: Sequence[Value | None]) -> Value | None:
    """A value after one of the methods of `CHANGING`; None where that is not known."""
    argument = arguments[-1] if arguments else None
    if how == "clear":
        return type(value)() if isinstance(value, (str, tuple)) else None
    more = argument if isinstance(argument, tuple) else (part(argument),)
    if isinstance(value, tuple):
        return value + more
    if not isinstance(value, str):
        return None
    if how == "pop":
        return FilePath(posixpath.dirname(value)) if isinstance(value, FilePath) else value[:-1]
    if how == "set_file_name":
        return file_path((posixpath.dirname(value), part(argument)))
    if isinstance(value, FilePath):
        return file_path((value, *more))
    if how in {"insert", "insert_str"}:
        at = arguments[0] if len(arguments) == 2 else None
        return value[:at] + part(argument) + value[at:] if isinstance(at, int) else None
    return value + part(argument)
