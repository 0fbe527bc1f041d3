"""How the terminal forms dress words: one table of styles, and segments as rich text. Markup is never parsed: what a
submission wrote reaches rich as `Text` only, and only through `visible`."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console, RenderableType
from rich.padding import Padding
from rich.text import Text

from ..core.verdict import MEANING, Verdict, Whose
from .sidebyside import boundary, first_difference
from .visible import Kind, Segment, characters, segments, visible

GOOD, BAD, WARN, DIM, HEAD = "green", "red", "yellow", "dim", "bold"
WHOSE = {Whose.NOBODY: GOOD, Whose.SUBMISSION: BAD, Whose.TASK: "cyan", Whose.HARNESS: WARN}


def verdict_style(verdict: Verdict) -> str:
    """The colour of whose doing a verdict is."""
    return WHOSE[MEANING[verdict].whose]


def foreign(text: str | bytes, limit: int = 200, style: str = "") -> Text:
    """What somebody else wrote, made visible, on one line."""
    return Text(visible(text, limit), style=style)


def indented(content: RenderableType) -> Padding:
    """Two columns to the right."""
    return Padding(content, (0, 0, 0, 2), expand=False)


def line(console: Console, text: Text) -> None:
    """Print a line that may be copied: it is never wrapped or cut."""
    console.print(Text("  ").append_text(text), soft_wrap=True)


def pointed(expected: bytes, actual: bytes) -> tuple[Text, Text]:
    """Two windows around a first difference, that character marked in both."""
    offset = first_difference(expected, actual)
    return _pointed(expected, offset, GOOD), _pointed(actual, offset, BAD)


def _pointed(data: bytes, offset: int | None, style: str) -> Text:
    if offset is None:
        return dressed(segments(data), style)
    start = boundary(data, data, offset)
    char = next((size for _, size in characters(data[start : start + 4])), 0)
    middle = segments(data[start : start + char], spaces=True, changed=True)
    return dressed([*segments(data[:start], spaces=True), *middle, *segments(data[start + char :], spaces=True)], style)


def dressed(segments: Sequence[Segment], changed: str) -> Text:
    """Segments as text: names and spaces dim, what differs in the style `changed`."""
    text = Text()
    for segment in segments:
        quiet = segment.kind is not Kind.TEXT
        style = f"{changed} reverse" if segment.changed else DIM if quiet else ""
        text.append(segment.text, style=style)
    return text
