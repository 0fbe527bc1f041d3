"""What `doctor` finds out: walls by trying them, tiers from the walls, toolchains by letting them echo."""

from __future__ import annotations

import platform
from dataclasses import dataclass
from pathlib import Path

from .. import __version__
from ..core.bytestring import Json
from ..core.errors import PortproofError
from ..replay.choose import choose
from ..replay.doctor import tier_status, walls
from ..replay.tier import Tier
from ..toolchains import target
from ..toolchains.images.listing import rows
from ..toolchains.images.verify import titled
from ..tracks.registry import track
from .places import cache_folder


@dataclass(frozen=True, slots=True)
class Found:
    """The findings as lines for a person and as data; `able` says whether submissions of the track can be judged."""

    able: bool
    lines: tuple[str, ...]
    data: dict[str, Json]


def diagnosed(name: str, cache: Path | None) -> Found:
    """Try everything that a run of this track needs."""
    lines = [f"portproof {__version__}, {platform.system()} {platform.release()}, Python {platform.python_version()}"]
    data: dict[str, Json] = {"portproof": __version__, "kernel": platform.release()}
    lines += ["", "walls"]
    listed: list[Json] = []
    for wall in walls():
        lines.append(
            f"  {'yes' if wall.available else 'no ':<4} {wall.name}{': ' + wall.reason if wall.reason else ''}"
        )
        if not wall.available and wall.advice:
            lines.append(f"       try: {wall.advice}")
        listed.append({"name": wall.name, "available": wall.available, "reason": wall.reason, "advice": wall.advice})
    data["walls"] = listed
    lines += ["", "tiers"]
    tiers: dict[str, Json] = {}
    tier_missing = tier_status()
    for tier, missing in tier_missing.items():
        lacks = [wall.name for wall in missing]
        lines.append(f"  {'no ' if lacks else 'yes':<4} {tier}{': lacks ' + ', '.join(lacks) if lacks else ''}")
        if tier is Tier.CONTAINER:
            lines += [f"       {wall.reason} (try: {wall.advice})" for wall in missing]
        tiers[tier.value] = list[Json](lacks)
    data["tiers"] = tiers
    lines += ["", "toolchain"]
    able, said = _toolchain(name, cache)
    lines.append(f"  {'yes' if able else 'no ':<4} {said}")
    data["toolchain"] = {"available": able, "says": said}
    if not tier_missing[Tier.CONTAINER]:
        lines += ["", "images"]
        images: list[Json] = []
        for there, said in _images(name):
            lines.append(f"  {'yes' if there else 'no ':<4} {said}")
            images.append({"available": there, "says": said})
        data["images"] = images
    return Found(able, tuple(lines), data)


def _toolchain(name: str, cache: Path | None) -> tuple[bool, str]:
    wanted = track(name).target
    try:
        backend = choose(None)
        raised = target.prove(wanted, backend, cache_folder(cache))
        identity = target.identity(wanted, backend)
    except PortproofError as error:
        return False, f"{wanted}: {error.message}" + (f" (try: {error.hint})" if error.hint else "")
    tier: Tier = backend.tier
    return True, f"{identity['name']} {identity['version']} echoes at tier {tier} behind {len(raised)} walls"


def _images(name: str) -> list[tuple[bool, str]]:
    """The images of a track: there or not, and in what their toolchains are not this host's."""
    try:
        found = [row for row in rows() if row.name in (name, "originals")]
    except PortproofError as error:
        return [(False, error.message)]
    said = []
    for row in found:
        inside = ", ".join(titled(toolchain, version) for toolchain, version in row.toolchains.items())
        differs = f"; differs: {'; '.join(row.differences)}" if row.differences else "; as on this host"
        absent = f"not there (images build --from-host {row.name})"
        said.append((bool(row.identifier), f"{row.reference}: {inside + differs if row.identifier else absent}"))
    return said
