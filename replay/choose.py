"""Which backend to replay with: the one that was asked for, or the best that this machine has."""

from __future__ import annotations

from ..core.errors import WallError
from .backend import Backend
from .doctor import host_status
from .host import HostBackend
from .tier import Tier

PREFERENCE = (Tier.NAMESPACES, Tier.LANDLOCK)


def choose(asked: Tier | None = None, image: str = "") -> Backend:
    """The backend of tier `asked`, or of the best tier of this machine when None; containers are made of `image`.

    Raises WallError with what is missing and what to do about it: a tier that was asked for is never replaced by
    another. Raises HarnessError where a container was asked for and there is no engine or no image."""
    if asked is Tier.CONTAINER:
        from .docker import backend

        return backend(image)
    statuses = host_status()
    for tier in PREFERENCE if asked is None else (asked,):
        missing = statuses[tier]
        if not missing:
            return HostBackend(tier)
        if asked is not None:
            reasons = "; ".join(f"{wall.name}: {wall.reason}" for wall in missing)
            raise WallError(f"the tier {tier} is not to be had here: {reasons}", missing[0].advice)
    reasons = "; ".join(f"{tier}: {statuses[tier][0].name}: {statuses[tier][0].reason}" for tier in PREFERENCE)
    remedies = "; ".join(f"for {tier}: {statuses[tier][0].advice}" for tier in PREFERENCE)
    raise WallError(f"no isolation tier is to be had here: {reasons}", remedies)
