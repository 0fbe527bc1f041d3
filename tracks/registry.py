"""The tracks there are. A third one is a folder beside this file and one line here."""

from __future__ import annotations

from ..core.errors import UserError
from ..core.track import Track
from . import c2rust, py2js

TRACKS: dict[str, Track] = {track.name: track for track in (py2js.TRACK, c2rust.TRACK)}


def track(name: str) -> Track:
    """The track called `name`. Raises UserError with the names there are."""
    if name not in TRACKS:
        raise UserError(f"there is no track {name!r}", f"tracks: {', '.join(TRACKS)}")
    return TRACKS[name]
