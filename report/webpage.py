"""What every page of ours has in common: the content security policy and the way its template is filled in."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Callable, Mapping, Sequence

from jinja2 import Environment, FunctionLoader, StrictUndefined

from .visible import visible


def policy(style: str, scripts: Sequence[str]) -> str:
    """The content security policy: nothing from anywhere, but this style and these scripts."""
    allowed = " ".join(f"'{_source(text)}'" for text in scripts) or "'none'"
    return "; ".join(
        [
            "default-src 'none'",
            f"style-src '{_source(style)}'",
            f"script-src {allowed}",
            "img-src data:",  # the empty icon, so that no browser asks for one
            "base-uri 'none'",
            "form-action 'none'",
            "require-trusted-types-for 'script'",
            "trusted-types 'none'",
        ]
    )


def environment(template: Callable[[str], str], filters: Mapping[str, Callable[..., object]]) -> Environment:
    """Templates by name with escaping on; `visible` and `filters` may be used in them."""
    made = Environment(
        autoescape=True,
        loader=FunctionLoader(template),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.policies["json.dumps_kwargs"] = {"ensure_ascii": False, "separators": (",", ":")}
    made.filters |= {"visible": visible, **filters}
    return made


def _source(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode("utf-8")).digest()).decode("ascii")
