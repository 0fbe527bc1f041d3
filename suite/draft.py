"""The marks of a draft: what `suite new` leaves where only a person can decide, and what `suite check` finds again."""

from __future__ import annotations

MARK = "TODO(author)"
QUOTED = "from the library's own words"  # in a mark above quoted text, which the author replaces
AUDIT = "audit.toml"
