"""Byte strings in JSON: a string where the bytes are UTF-8, `{"base64": …}` where they are not."""

from __future__ import annotations

import base64
import binascii

Json = None | bool | int | float | str | list["Json"] | dict[str, "Json"]


def encoded(data: bytes) -> str | dict[str, str]:
    """The JSON form of `data`; `decoded` gives the same bytes back."""
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return {"base64": base64.b64encode(data).decode("ascii")}


def decoded(value: object) -> bytes:
    """The bytes of a JSON byte string. Raises ValueError with a sentence when it is neither form."""
    if isinstance(value, str):
        try:
            return value.encode("utf-8")
        except UnicodeEncodeError as error:
            raise ValueError("a lone surrogate is not a character; write the bytes as base64") from error
    if isinstance(value, dict) and set(value) == {"base64"} and isinstance(value["base64"], str):
        try:
            return base64.b64decode(value["base64"], validate=True)
        except (binascii.Error, ValueError) as error:
            raise ValueError(f"not valid base64: {error}") from error
    raise ValueError('expected a string or {"base64": "…"}')
