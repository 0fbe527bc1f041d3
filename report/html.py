"""The HTML form: one file that opens from disk, asks no network and runs no script but its own.

Model-made text is shown only through `visible` and Jinja's escaping, or as text nodes by the script; the content
security policy names the digests of our own style and script, so that nothing else could run if both failed."""

from __future__ import annotations

from collections.abc import Callable
from importlib import resources

from markupsafe import Markup

from .listing import listing
from .page import page, whose
from .rates import interval_words
from .view import RunView, command
from .warnings import warnings
from .webpage import environment, policy

FILTERS: dict[str, Callable[..., object]] = {"whose": whose, "interval": interval_words}


def html(view: RunView, run: str = "RUN") -> str:
    """The report of a run as one HTML page. `run` is the run folder as the user named it."""
    style, script = _template("report.css"), _template("report.js")
    shown = environment(_template, FILTERS).get_template("report.html")
    return shown.render(
        header=view.header,
        page=page(view, run),
        warnings=warnings(view),
        suite_at_hand=bool(view.suite_cases),
        listing=listing(view),
        policy=policy(style, [script]),
        style=Markup(style),
        script=Markup(script),
        run=run,
        command=command(view.header),
    )


def _template(name: str) -> str:
    return (resources.files(__package__) / "templates" / name).read_text("utf-8")
