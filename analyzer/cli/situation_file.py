"""Reads ``--situation FILE``: one JSON object whose keys are the names of options, or an answer."""

from __future__ import annotations

import json
import sys
from typing import Any, NoReturn

from analyzer.core.errors import SituationError

LARGEST = 1_000_000
"""Bytes that a situation file may have."""

_ALLOWED = 'a JSON object, such as {"hand": "3♠ K♦ 5♣", "vira": "4♥"}'


def read_situation(path: str) -> dict[str, Any]:
    """Return the fields in a file, ``-`` for standard input.

    The file may also be an answer as ``--json`` writes it; then they are what was asked.

    Raises
    ------
    SituationError
        When it cannot be read, is too large, or holds no JSON object.
    """
    text = _decoded(_bytes_of(path), path)
    try:
        found = json.loads(text, object_pairs_hook=_object, parse_constant=_refuse_number)
    except (RecursionError, ValueError) as error:
        if isinstance(error, SituationError):
            raise
        raise SituationError(_beginning(text), f"situation {path}", _ALLOWED) from None
    if not isinstance(found, dict):
        raise SituationError(_beginning(text), f"situation {path}", _ALLOWED)
    asked = found.get("situation")
    return asked if isinstance(asked, dict) and "question" in found else found


def _bytes_of(path: str) -> bytes:
    try:
        if path == "-":
            return b"" if sys.stdin is None else sys.stdin.buffer.read(LARGEST + 1)
        with open(path, "rb") as file:  # noqa: PTH123 - Path() chokes on what open() explains
            return file.read(LARGEST + 1)
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise SituationError(path, "situation", f"a file that can be read ({why})") from None


def _decoded(data: bytes, path: str) -> str:
    if len(data) > LARGEST:
        raise SituationError(path, "situation", f"a file of at most {LARGEST:,} bytes")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise SituationError(data[:20], f"situation {path}", f"{_ALLOWED}, in UTF-8") from None


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, value in pairs:
        if name in found:
            raise SituationError(name, "situation", "every field only once")
        found[name] = value
    return found


def _refuse_number(text: str) -> NoReturn:
    raise SituationError(text, "situation", "numbers that are finite")


def _beginning(text: str) -> str:
    return text[:100]
