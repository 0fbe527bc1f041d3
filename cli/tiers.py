"""The isolation tier that the user named."""

from __future__ import annotations

from ..core.errors import UserError
from ..replay.backend import Tier


def tier_named(name: str) -> Tier | None:
    """The tier called `name`; None where none is named. Raises UserError with the names there are."""
    if not name:
        return None
    try:
        return Tier(name)
    except ValueError as error:
        raise UserError(f"there is no tier {name!r}", f"tiers: {', '.join(tier.value for tier in Tier)}") from error
