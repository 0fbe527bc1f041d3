"""From a folder of entries to a static site: one page for each board that opens from disk, JSON and CSV beside it, and
the runs themselves, so that a stranger can recompute what the page says.

Entries are untrusted: text goes through `visible` and Jinja's escaping, and the pages' content security policy names
the digests of our own style and scripts, so that nothing else could run if both failed. No page asks for anything."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from importlib import resources
from pathlib import Path

from markupsafe import Markup

from ...core.errors import UserError
from ...scoring.compare import Comparison
from ...scoring.interval import Interval
from ...scoring.rates import RANKABLE_PERCENT, Rate
from ..rates import percent
from ..webpage import environment, policy
from . import charts, page
from .attempts import attempts
from .files import COPIED, OPTIONAL
from .table import Board, boards, rejected

MARKER = "site.json"
SCRIPTS = ("numbers.js", "board.js")
PAIRS_SHOWN = 200  # of all pairs of entries, in the page's table; board.json has every one


def build(folder: Path, out: Path) -> list[Board]:
    """Write the site of the boards in `folder` to `out`, in place of an older site there; the boards.

    Raises UserError when `out` holds something else, IntegrityError when an entry does not add up: nothing is written
    then."""
    if out.exists() and not (out / MARKER).is_file() and (not out.is_dir() or any(out.iterdir())):
        raise UserError(f"{out} is not empty and holds no site", "choose another folder with --out")
    if out.resolve() == folder.resolve():
        raise UserError("the site would be written over the board", "choose another folder with --out")
    found = boards(folder)
    texts = {"index.html": _index(found), MARKER: _json({"format": 1, "boards": [board.name for board in found]})}
    for board in found:
        texts[f"{board.name}/index.html"] = _page(board)
        texts[f"{board.name}/board.json"] = _json(page.as_json(board))
        texts[f"{board.name}/board.csv"] = page.board_csv(board)
        texts[f"{board.name}/programs.csv"] = page.programs_csv(board)
    if out.exists():
        for path in sorted(out.iterdir()):
            shutil.rmtree(path) if path.is_dir() and not path.is_symlink() else path.unlink()
    for name, text in texts.items():
        path = out / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode("utf-8"))
    for board in found:
        for row in board.rows:
            target = out / board.name / "entries" / row.about.id
            target.mkdir(parents=True)
            for name in (*COPIED, *OPTIONAL, "entry.json", "verification.json"):
                if (row.folder / name).is_file():
                    shutil.copyfile(row.folder / name, target / name)
    return found


def _index(found: list[Board]) -> str:
    return _rendered("index.html", (), boards=found)


def _page(board: Board) -> str:
    return _rendered(
        "board.html",
        SCRIPTS,
        board=board,
        terms=board.file.terms,
        data=page.data(board),
        attempts=attempts(board),
        strips=charts.strips(board) if board.rows else [],
        timelines=charts.timelines(board),
        ends=charts.ends(board),
        pairs=board.comparisons[:PAIRS_SHOWN],
        names={row.about.id: page.name(row) for row in board.rows},
        columns=page.rates,
        libraries=page.libraries,
        files=(*COPIED, *OPTIONAL),
        rankable=RANKABLE_PERCENT,
        first=min(task.released for task in board.file.tasks),
        last=max(task.released for task in board.file.tasks),
    )


def _rendered(name: str, scripts: tuple[str, ...], **context: object) -> str:
    style, texts = _template("board.css"), [_template(script) for script in scripts]
    return (
        environment(_template, _filters())
        .get_template(name)
        .render(
            policy=policy(style, texts),
            style=Markup(style),
            scripts=[Markup(text) for text in texts],
            **context,
        )
    )


def share(rate: Rate) -> str:
    """A rate in percent."""
    return percent(rate.passed, rate.total)


def spread(interval: Interval | None) -> str:
    """An interval in percent; words where there is none."""
    return f"{100 * interval.low:.1f} to {100 * interval.high:.1f} %" if interval else "no interval"


def signed(pair: Comparison) -> str:
    """A difference in percentage points, with its interval."""
    if pair.difference is None:
        return "–"
    reach = "" if pair.low is None or pair.high is None else f" ({100 * pair.low:+.1f} to {100 * pair.high:+.1f})"
    return f"{100 * float(pair.difference):+.1f}{reach}"


def probability(value: float) -> str:
    """A p value with three decimals, or that it is smaller."""
    return f"{value:.3f}" if value >= 0.001 else "< 0.001"


def _filters() -> dict[str, Callable[..., object]]:
    return {
        "percent": share,
        "spread": spread,
        "signed": signed,
        "rejected": rejected,
        "p": probability,
        "whole": "{:,}".format,
        "name": page.name,
    }


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, indent=1, sort_keys=True) + "\n"


def _template(name: str) -> str:
    return (resources.files(__package__) / "templates" / name).read_text("utf-8")
