"""From the pairs of a row to the words of a command line and back, exactly as RepoZero's scripts make them: every value
through Python's str(), every word through the file system's encoding, no shell."""

from __future__ import annotations

from collections.abc import Sequence

from ..suite.cases import MAX_ARGUMENT, MAX_ARGUMENTS
from .shape import Form


def words(pairs: Sequence[tuple[str, object]], form: Form) -> tuple[bytes, ...]:
    """The argv of a row. Raises ValueError with a sentence where no operating system could pass it."""
    found: list[bytes] = []
    for key, value in pairs:
        try:
            text = value if isinstance(value, str) else str(value)
        except (RecursionError, ValueError) as error:
            raise ValueError(f"the value of {key!r} has no Python spelling: {error}") from error
        if form is Form.POSITIONAL:
            found.append(_word(text, key))
        elif form is Form.SPLIT:
            found += [_word(f"--{key}", key), _word(text, key)]
        elif "=" in key:
            raise ValueError(f"the key {key!r} has a '=': joined, it would name another option")
        else:
            found.append(_word(f"--{key}={text}", key))
    if sum(len(word) + 9 for word in found) > MAX_ARGUMENTS:
        raise ValueError(f"all arguments together have more than {MAX_ARGUMENTS:,} bytes")
    return tuple(found)


def _word(text: str, key: str) -> bytes:
    try:
        word = text.encode("utf-8", "surrogateescape")  # what subprocess does: U+DC80…U+DCFF stand for bytes
    except UnicodeEncodeError as error:
        raise ValueError(f"the value of {key!r} has a lone surrogate, which no argument can hold") from error
    if b"\0" in word:
        raise ValueError(f"the value of {key!r} has a NUL byte, which no argument can hold")
    if len(word) > MAX_ARGUMENT:
        raise ValueError(f"the value of {key!r} has {len(word):,} bytes; Linux passes at most {MAX_ARGUMENT:,}")
    return word


def pairs(args: Sequence[bytes], form: Form, name_key: str) -> dict[str, str]:
    """A row's pairs that `words` makes `args` of. Raises ValueError with a sentence where there are none."""
    texts = [arg.decode("utf-8", "surrogateescape") for arg in args]
    if form is Form.POSITIONAL:
        return {f"arg{number}": text for number, text in enumerate(texts, 1)}
    found: dict[str, str] = {}
    while texts:
        word = texts.pop(0)
        if not word.startswith("--"):
            raise ValueError(f"the argument {word[:40]!r} is no option; a row holds --key value only")
        key, value = word[2:], ""
        if form is Form.JOINED:
            key, equals, value = key.partition("=")
            if not equals:
                raise ValueError(f"the option {word[:40]!r} has no value")
        elif not texts:
            raise ValueError(f"the option {word[:40]!r} has no value")
        else:
            value = texts.pop(0)
        if key in found:
            raise ValueError(f"the option --{key} stands twice; a row has each key once")
        if key == name_key:
            raise ValueError(f"an option --{key} cannot be told from the key that names the driver")
        found[key] = value
    return found
