"""The frames that carry every message between Python and the native replayer.

`frame := u32 LE header length | u64 LE body length | header (a JSON object) | body`. Bytes are never in the header.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Iterable

from ..core.errors import HarnessError

PREFIX = struct.Struct("<IQ")
HEADER_LIMIT = 64 << 20
BODY_LIMIT = 1 << 30


def encode(header: object, body: Iterable[bytes] = ()) -> bytes:
    """One frame. Raises HarnessError when it is over the limits."""
    head = json.dumps(header, separators=(",", ":")).encode("utf-8")
    data = b"".join(body)
    _check(len(head), len(data))
    return b"".join((PREFIX.pack(len(head), len(data)), head, data))


class Decoder:
    """Assembles frames from bytes as they arrive."""

    __slots__ = ("_held",)

    def __init__(self) -> None:
        self._held = bytearray()

    def feed(self, data: bytes) -> None:
        """Takes bytes as they were read."""
        self._held += data

    def next(self) -> tuple[dict[str, object], bytes] | None:
        """The next whole frame, or None until more bytes arrive. Raises HarnessError when it is malformed."""
        if len(self._held) < PREFIX.size:
            return None
        head, body = PREFIX.unpack_from(self._held)
        _check(head, body)
        start, end = PREFIX.size + head, PREFIX.size + head + body
        if len(self._held) < end:
            return None
        with memoryview(self._held) as view:
            text, data = bytes(view[PREFIX.size : start]), bytes(view[start:end])
        del self._held[:end]
        try:
            header = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise HarnessError(f"the replayer sent a frame that is not JSON: {error}") from error
        if not isinstance(header, dict):
            raise HarnessError("the replayer sent a frame that is not a JSON object")
        return header, data


def _check(head: int, body: int) -> None:
    if head > HEADER_LIMIT or body > BODY_LIMIT:
        raise HarnessError(f"a frame of {head} + {body} bytes is over the limit of {HEADER_LIMIT} + {BODY_LIMIT}")
