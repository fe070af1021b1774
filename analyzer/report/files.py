"""Writes a table or a chart to a file, in the form that the ending of its name asks for.

Whether a file can be written is found out before the work that fills it, and a
file is there complete or not at all.
"""

from __future__ import annotations

import json
import os
import secrets
import shutil
import stat
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from html import escape
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from analyzer.core.errors import OutputError

if TYPE_CHECKING:
    import pandas as pd

Kind = Literal["table", "chart", "page"]
"""What is written; a page is one that can be read as it is, such as a strategy book."""

CHARTS = (".png", ".svg", ".pdf")
"""Endings of charts."""

_ENDINGS: Mapping[Kind, tuple[str, ...]] = {"chart": CHARTS, "page": (".html",)}

_STYLE = (
    "body{font:16px/1.5 system-ui,sans-serif;margin:2em auto;max-width:60em;padding:0 1em}"
    "table{border-collapse:collapse}th,td{padding:.2em .8em;text-align:right}"
    "th{border-bottom:2px solid}td:first-child,th:first-child{text-align:left}"
    "dt{font-weight:bold}"
)


@dataclass(frozen=True)
class Target:
    """A file that can be written."""

    path: Path

    @classmethod
    def of(cls, text: str, kind: Kind = "table") -> Target:
        """Return the target that a path names.

        Parameters
        ----------
        text
            The path.
        kind
            What is to be written.

        Raises
        ------
        OutputError
            When the ending is not one for what is written; when something needed
            for it is missing, or the file cannot be written.
        """
        path = Path(text)
        _verify_ending(text, path.suffix.lower(), kind)
        try:
            real = path.resolve()
            if real.exists() and not stat.S_ISREG(real.stat().st_mode):
                raise OutputError(text, "out", "a file, not a folder or a device")
            with _beside(real).open("xb") as trial:
                Path(trial.name).unlink()
            if real.exists() and not os.access(real, os.W_OK):
                raise OutputError(text, "out", "a file that may be written")
        except (OSError, RuntimeError, ValueError) as error:
            if isinstance(error, OutputError):
                raise
            raise OutputError(text, "out", f"a file that can be written ({_why(error)})") from None
        return cls(real)

    def write(self, frame: pd.DataFrame) -> None:
        """Write a table, its rows and what it rests on, or leave everything as it was.

        Raises
        ------
        OutputError
            When the file cannot be written after all.
        """
        self.put(_FORMATS[self.path.suffix.lower()](frame))

    def put(self, data: bytes) -> None:
        """Write the bytes of a file, all of them, or leave everything as it was.

        Raises
        ------
        OutputError
            When the file cannot be written after all.
        """
        path = self.path.resolve()  # a link goes on leading to the file
        made = _beside(path)
        try:
            made.write_bytes(data)
            if path.exists():
                shutil.copymode(path, made)
            made.replace(path)
        except OSError as error:
            raise OutputError(
                str(self.path), "out", f"a file that can be written ({_why(error)})"
            ) from None
        finally:
            made.unlink(missing_ok=True)


def _verify_ending(text: str, ending: str, kind: Kind) -> None:
    if kind == "table":
        _verify_table(text, ending)
    elif ending not in _ENDINGS[kind]:
        raise OutputError(text, "out", f"a file whose name ends in {', '.join(_ENDINGS[kind])}")


def _verify_table(text: str, ending: str) -> None:
    if ending in CHARTS:
        raise OutputError(text, "out", f"{_endings()}; charts come from the question chart")
    if ending not in _FORMATS:
        raise OutputError(text, "out", f"a file whose name ends in {_endings()}")
    if ending == ".parquet" and find_spec("pyarrow") is None:
        raise OutputError(
            text, "out", "another ending, or install pyarrow (pip install truco-analyzer[parquet])"
        )


def _endings() -> str:
    return ", ".join(_FORMATS)


def _beside(path: Path) -> Path:
    return path.with_name(f".{path.name[:100]}.{secrets.token_hex(4)}")


def _why(error: Exception) -> str:
    return getattr(error, "strerror", None) or str(error)


def _csv(frame: pd.DataFrame) -> bytes:
    return str(frame.to_csv(index=False, lineterminator="\n")).encode()


def _json(frame: pd.DataFrame) -> bytes:
    return (json.dumps(as_object(frame), ensure_ascii=False, indent=1) + "\n").encode()


def as_object(frame: pd.DataFrame) -> dict[str, Any]:
    """Return a table as a JSON object: what it rests on, and its rows as objects."""
    whole = frame.astype(object).where(frame.notna(), None)
    story = {str(name): value for name, value in frame.attrs.items()}
    return {**story, "rows": whole.to_dict("records")}


def _parquet(frame: pd.DataFrame) -> bytes:
    buffer = BytesIO()
    frame.to_parquet(buffer, index=False)
    return buffer.getvalue()


def _markdown(frame: pd.DataFrame) -> bytes:
    lines = [f"# {_title(frame)}", "", _md_row(frame.columns), _md_row("---" for _ in frame)]
    lines += [_md_row(map(_cell, row)) for row in frame.itertuples(index=False)]
    lines += ["", *(f"- {name}: {_story(value)}" for name, value in frame.attrs.items())]
    return ("\n".join(lines) + "\n").encode()


def _md_row(cells: Iterable[str]) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def _html(frame: pd.DataFrame) -> bytes:
    title = escape(_title(frame))
    head = "".join(f"<th>{escape(str(name))}</th>" for name in frame.columns)
    rows = "\n".join(
        "<tr>" + "".join(f"<td>{escape(_cell(cell))}</td>" for cell in row) + "</tr>"
        for row in frame.itertuples(index=False)
    )
    story = "\n".join(
        f"<dt>{escape(str(name))}</dt><dd>{escape(_story(value))}</dd>"
        for name, value in frame.attrs.items()
    )
    return (
        f'<!doctype html>\n<html lang="en">\n<head><meta charset="utf-8"><title>{title}</title>'
        f"<style>{_STYLE}</style></head>\n<body>\n<h1>{title}</h1>\n<table>\n"
        f"<thead><tr>{head}</tr></thead>\n<tbody>\n{rows}\n</tbody>\n</table>\n"
        f"<dl>\n{story}\n</dl>\n</body>\n</html>\n"
    ).encode()


def _title(frame: pd.DataFrame) -> str:
    story = frame.attrs
    return " ".join(str(story[name]) for name in ("game", "question", "table") if name in story)


def _cell(value: object) -> str:
    return f"{value:.6g}" if isinstance(value, float) else str(value)


def _story(value: object) -> str:
    if isinstance(value, Mapping):
        return ", ".join(f"{name}={_story(item)}" for name, item in value.items())
    if isinstance(value, list):
        return " ".join(map(_story, value))
    return "none" if value is None else str(value)


_FORMATS: Mapping[str, Callable[[pd.DataFrame], bytes]] = {
    ".csv": _csv,
    ".json": _json,
    ".md": _markdown,
    ".html": _html,
    ".parquet": _parquet,
}
