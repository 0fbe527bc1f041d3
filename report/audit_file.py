"""An audit read back from the JSON that `audit --json` wrote."""

from __future__ import annotations

from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from ..audit.result import Audit
from ..core.errors import UserError
from ..core.wire import opened


def read(path: Path) -> Audit:
    """The audit in `path`. Raises UserError when it is none, or of another version."""
    try:
        fields = opened(path.read_bytes(), "audit")
        if fields.pop("kind", None) != "audit":
            raise ValueError("it is no audit")
        return TypeAdapter(Audit).validate_python(fields)
    except OSError as error:
        raise UserError(f"{path} cannot be read: {error.strerror}") from error
    except ValidationError as error:
        raise UserError(f"{path} is no audit: {error.error_count()} fields are wrong", "make it anew") from error
    except ValueError as error:
        raise UserError(f"{path} is no audit: {error}", "make it with `audit SUITE --json`") from error
