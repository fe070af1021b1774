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
from analyzer.report.text.printed import printed

if TYPE_CHECKING:
    import pandas as pd

    from analyzer.report.language import Language
    from analyzer.report.text.printed import Printed

Kind = Literal["table", "chart", "page"]
"""What is written; a page is one that can be read as it is, such as a strategy book."""

CHARTS = (".png", ".svg", ".pdf")
"""Endings of charts."""

_ENDINGS: Mapping[Kind, tuple[str, ...]] = {"chart": CHARTS, "page": (".html",)}

_SAME = " · "
"""Parts what all rows have in common."""

_STYLE = (
    "body{font:15px/1.45 system-ui,sans-serif;margin:2em auto;width:fit-content;padding:0 1em}"
    "table{border-collapse:collapse;font-variant-numeric:tabular-nums}"
    "th,td{padding:.2em .6em;text-align:right}th{border-bottom:2px solid;vertical-align:bottom}"
    "td{white-space:nowrap}dl{max-width:54em;display:grid;gap:0 1em}"
    "dl{grid-template-columns:max-content 1fr}dt{font-weight:bold}dd{margin:0}"
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

    def write(self, frame: pd.DataFrame, language: Language) -> None:
        """Write a table, its rows and what it rests on, or leave everything as it was.

        Parameters
        ----------
        frame
            The table.
        language
            How numbers are written in a form that people read.

        Raises
        ------
        OutputError
            When the file cannot be written after all.
        """
        ending = self.path.suffix.lower()
        page = _PAGES.get(ending)
        self.put(_DATA[ending](frame) if page is None else page(frame, language))

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
    if ending not in (*_DATA, *_PAGES):
        raise OutputError(text, "out", f"a file whose name ends in {_endings()}")
    if ending == ".parquet" and find_spec("pyarrow") is None:
        raise OutputError(
            text, "out", "another ending, or install pyarrow (pip install truco-analyzer[parquet])"
        )


def _endings() -> str:
    return ", ".join((*_DATA, *_PAGES))


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


def _markdown(frame: pd.DataFrame, language: Language) -> bytes:
    table = printed(frame, language)
    ruler = ["---" if name in table.words else "---:" for name in table.columns]
    lines = [f"# {table.title}", "", *([_SAME.join(table.same), ""] if table.same else [])]
    lines += [_md_row(table.columns), _md_row(ruler)]
    lines += map(_md_row, zip(*table.columns.values(), strict=True))
    lines += ["", *(f"- {name}: {value}" for name, value in table.story.items())]
    return ("\n".join(lines) + "\n").encode()


def _md_row(cells: Iterable[str]) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def _html(frame: pd.DataFrame, language: Language) -> bytes:
    table = printed(frame, language)
    title = escape(table.title)
    same = f"<p>{escape(_SAME.join(table.same))}</p>\n" if table.same else ""
    head = "".join(f'<th scope="col">{escape(name)}</th>' for name in table.columns)
    rows = "\n".join(
        "<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>"
        for row in zip(*table.columns.values(), strict=True)
    )
    story = "\n".join(
        f"<dt>{escape(name)}</dt><dd>{escape(value)}</dd>" for name, value in table.story.items()
    )
    return (
        f'<!doctype html>\n<html lang="{language.code}">\n<head><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{title}</title><style>{_STYLE}{_left(table)}</style></head>\n"
        f"<body>\n<h1>{title}</h1>\n{same}<table>\n"
        f"<thead><tr>{head}</tr></thead>\n<tbody>\n{rows}\n</tbody>\n</table>\n"
        f"<dl>\n{story}\n</dl>\n</body>\n</html>\n"
    ).encode()


def _left(table: Printed) -> str:
    """Return the style that sets columns of words flush left."""
    places = [at for at, name in enumerate(table.columns, 1) if name in table.words]
    cells = ",".join(f"tr>:nth-child({at})" for at in places)
    return f"{cells}{{text-align:left}}" if places else ""


_DATA: Mapping[str, Callable[[pd.DataFrame], bytes]] = {
    ".csv": _csv,
    ".json": _json,
    ".parquet": _parquet,
}
"""Forms that programs read: complete, and nothing rounded."""

_PAGES: Mapping[str, Callable[[pd.DataFrame, Language], bytes]] = {
    ".md": _markdown,
    ".html": _html,
}
"""Forms that people read."""
