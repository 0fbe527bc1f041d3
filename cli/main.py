"""`py2js-eval` and `c2rust-eval`: the same commands, the track fixed by the name. Heavy imports wait for the command
that needs them, so that `--help` answers at once; errors end here, as sentences and exit codes, never as tracebacks."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, NoReturn

import typer

from .. import __version__
from . import (
    audit,
    capture,
    cases,
    check,
    compare,
    demo,
    doctor,
    evaluate,
    exchange,
    explain,
    images,
    leaderboard,
    regrade,
    report,
    schema,
    suites,
    verify,
)

if TYPE_CHECKING:
    from ..core.errors import PortproofError

INTERRUPTED = 130
COMMANDS: dict[str, Callable[..., None]] = {
    "demo": demo.demo,
    "run": evaluate.run,
    "check": check.check,
    "capture": capture.capture,
    "verify": verify.verify,
    "audit": audit.audit,
    "report": report.report,
    "explain": explain.explain,
    "regrade": regrade.regrade,
    "compare": compare.compare,
    "doctor": doctor.doctor,
    "schema": schema.schema,
}
TITLES = {"py2js": "Python to JavaScript", "c2rust": "C and C++ to Rust"}


def py2js() -> None:
    """The command `py2js-eval`."""
    _command("py2js")


def c2rust() -> None:
    """The command `c2rust-eval`."""
    _command("c2rust")


def app(track: str) -> typer.Typer:
    """The parser of a track's command; the commands find the track as `context.obj`."""
    parser = typer.Typer(
        name=f"{track}-eval",
        help=f"Is the re-implemented program exactly the original? Track: {TITLES[track]}.",
        no_args_is_help=True,
        add_completion=False,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
    )

    def top(
        context: typer.Context,
        version: bool = typer.Option(False, "--version", help="Say the version and stop.", is_eager=True),
    ) -> None:
        if version:
            typer.echo(f"portproof {__version__}")
            raise typer.Exit
        context.obj = track

    parser.callback(invoke_without_command=True)(top)
    for name, command in COMMANDS.items():
        parser.command(name)(command)
    parser.add_typer(images.images, name="images")
    parser.add_typer(cases.cases, name="cases")
    parser.add_typer(exchange.imports, name="import")
    parser.add_typer(exchange.exports, name="export")
    parser.add_typer(exchange.submissions, name="submissions")
    parser.add_typer(leaderboard.leaderboard, name="leaderboard")
    parser.add_typer(suites.suite, name="suite")
    return parser


def _command(track: str) -> None:
    from ..core.errors import PortproofError, of_the_machine

    try:
        app(track)()
    except PortproofError as error:
        _tell(error)
        sys.exit(int(error.exit))
    except KeyboardInterrupt:
        _interrupted()
    except SystemExit as end:  # typer turns an interruption into this
        if end.code == INTERRUPTED:
            _interrupted()
        raise
    except BrokenPipeError:  # the reader of our output went away: nothing to tell, nobody to tell it to
        sys.stderr.close()
        sys.exit(1)
    except OSError as error:  # a full disk, a folder that cannot be written: the machine's, wherever it shows
        found = of_the_machine(error)
        _tell(found)
        sys.exit(int(found.exit))
    except Exception as error:  # a bug of ours, which must not look like a gate that failed
        from .bug import reported

        found = reported(error)
        _tell(found)
        sys.exit(int(found.exit))


def _interrupted() -> NoReturn:
    print("interrupted: everything judged so far is saved; the same command goes on from there", file=sys.stderr)
    sys.exit(INTERRUPTED)


def _tell(error: PortproofError) -> None:
    import json

    from ..core.errors import InputError

    mistakes = [str(mistake) for mistake in error.mistakes] if isinstance(error, InputError) else []
    if "--json" in sys.argv:
        told = {"error": error.message, "hint": error.hint, "exit": int(error.exit), "mistakes": mistakes}
        with suppress(OSError):  # stdout itself may be what is full
            print(json.dumps(told, ensure_ascii=False), flush=True)
    for mistake in mistakes:
        print(mistake, file=sys.stderr)
    print(f"error: {error.message}", file=sys.stderr)
    if error.hint:
        print(f"  try: {error.hint}", file=sys.stderr)
