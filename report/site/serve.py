"""A site on this machine's loopback address, for looking at it before it is published. It never listens on another
address, answers to a loopback name alone (no foreign page reaches it under a name of its own), and only reads."""

from __future__ import annotations

import io
import sys
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import BinaryIO

from ...core.errors import UserError
from .build import MARKER

ADDRESS = "127.0.0.1"
NAMES = ("127.0.0.1", "localhost", "[::1]")
HEADERS = (
    ("X-Content-Type-Options", "nosniff"),
    ("Referrer-Policy", "no-referrer"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
    ("Content-Security-Policy", "frame-ancestors 'none'"),
    ("Cache-Control", "no-store"),
)


class Site(SimpleHTTPRequestHandler):
    """GET and HEAD of the site's files; folders are not listed."""

    def send_head(self) -> io.BytesIO | BinaryIO | None:
        if (self.headers.get("Host") or "").rsplit(":", 1)[0] not in NAMES:
            self.send_error(421, "Misdirected Request")
            return None
        return super().send_head()

    def list_directory(self, path: object) -> None:
        self.send_error(404, "Not Found")

    def end_headers(self) -> None:
        for name, value in HEADERS:
            self.send_header(name, value)
        super().end_headers()

    def guess_type(self, path: object) -> str:
        kind = super().guess_type(path)  # type: ignore[arg-type]  # typeshed wants str or PathLike
        return "text/plain" if str(path).endswith(".jsonl") else kind

    def log_message(self, format: str, *args: object) -> None:
        said = "".join(char if char.isprintable() else "?" for char in format % args)
        print(f"{self.address_string()} {said}", file=sys.stderr)


def server(site: Path, port: int = 0) -> ThreadingHTTPServer:
    """A server of `site`, bound and not yet serving; port 0 takes a free one.

    Raises UserError when there is no site or the port is taken."""
    if not (site / MARKER).is_file():
        raise UserError(f"{site}: there is no site here", "make one with `leaderboard build`")
    try:
        return ThreadingHTTPServer((ADDRESS, port), partial(Site, directory=str(site)))
    except OSError as error:
        raise UserError(f"port {port} cannot be used: {error.strerror}", "choose another with --port") from error
