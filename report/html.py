"""The HTML form: one file that opens from disk, asks no network and runs no script but its own.

Model-made text is shown only through `visible` and Jinja's escaping, or as text nodes by the script; the content
security policy names the digests of our own style and script, so that nothing else could run if both failed."""

from __future__ import annotations

import base64
import hashlib
from importlib import resources

from jinja2 import Environment, FunctionLoader, StrictUndefined
from markupsafe import Markup

from .listing import listing
from .page import page, whose
from .rates import interval_words
from .view import RunView, command
from .visible import visible
from .warnings import warnings


def html(view: RunView, run: str = "RUN") -> str:
    """The report of a run as one HTML page. `run` is the run folder as the user named it."""
    style, script = _template("report.css"), _template("report.js")
    shown = environment().get_template("report.html")
    return shown.render(
        header=view.header,
        page=page(view, run),
        warnings=warnings(view),
        suite_at_hand=bool(view.suite_cases),
        listing=listing(view),
        policy=policy(style, script),
        style=Markup(style),
        script=Markup(script),
        run=run,
        command=command(view.header),
    )


def policy(style: str, script: str) -> str:
    """The content security policy: nothing from anywhere, but this style and this script."""
    return "; ".join(
        [
            "default-src 'none'",
            f"style-src '{_source(style)}'",
            f"script-src '{_source(script)}'",
            "base-uri 'none'",
            "form-action 'none'",
            "require-trusted-types-for 'script'",
            "trusted-types 'none'",
        ]
    )


def environment() -> Environment:
    """The templates of this folder, with escaping on."""
    made = Environment(
        autoescape=True,
        loader=FunctionLoader(_template),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.policies["json.dumps_kwargs"] = {"ensure_ascii": False, "separators": (",", ":")}
    made.filters |= {"visible": visible, "whose": whose, "interval": interval_words}
    return made


def _template(name: str) -> str:
    return (resources.files(__package__) / "templates" / name).read_text("utf-8")


def _source(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode("utf-8")).digest()).decode("ascii")
