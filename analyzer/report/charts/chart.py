"""A chart: what it says, what it draws, what it rests on, and the file it becomes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties
from matplotlib.textpath import text_to_path

from analyzer.core.errors import InputError
from analyzer.core.fields import verify_one_of
from analyzer.report.charts.style import BODY, FONT, INK, MUTED, TINY, TITLE, styled
from analyzer.report.files import Target, as_object
from analyzer.report.language import Language

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

_POINTS = 72
_EDGE = 0.22
"""Empty inches around everything."""
_LEADING = 1.35
_NARROW_FONTS = f"'{FONT}', Verdana, Arial, sans-serif"
"""Where the font is missing, ones that are not wider: no text may leave its place."""

_UNDATED: Mapping[str, dict[str, Any]] = {
    ".png": {"Software": None},
    ".svg": {"Date": None, "Creator": None},
    ".pdf": {"CreationDate": None, "Producer": None, "Creator": None},
}


@dataclass(frozen=True)
class Panel:
    """One plot of a chart.

    Attributes
    ----------
    draw
        Draws it.
    title
        What tells it from the others.
    """

    draw: Callable[[Axes], None]
    title: str = ""


@dataclass(frozen=True, repr=False)
class Chart:
    """A chart that can be looked at in a notebook, written to a file, and checked.

    Attributes
    ----------
    game, name
        What it is a chart of.
    title
        What it says.
    note
        How to read it.
    caption
        What it rests on.
    size
        Width and height of what is drawn, in inches, without the texts around it.
    panels
        What is drawn, row by row.
    columns
        How many panels stand side by side.
    tables
        The numbers behind it.
    """

    game: str
    name: str
    title: str
    note: str
    caption: str
    size: tuple[float, float]
    panels: tuple[Panel, ...]
    tables: Mapping[str, pd.DataFrame]
    columns: int = 1

    def figure(self) -> Figure:
        """Return the chart as a figure of matplotlib, which needs no display."""
        figure = Figure()
        FigureCanvasAgg(figure)
        self.draw_in(figure)
        return figure

    def draw_in(self, figure: Figure) -> None:
        """Draw texts and panels into an empty figure, which gets the chart's size."""
        with styled():
            width, height = self.size[0] + 2 * _EDGE, self.size[1]
            head = [
                *_Line.of(self.title, TITLE, INK, "bold", self.size[0]),
                *_Line.of(self.note, BODY, MUTED, "normal", self.size[0]),
            ]
            foot = _Line.of(self.caption, TINY, MUTED, "normal", self.size[0])
            above, below = (sum(line.height for line in lines) + _EDGE for lines in (head, foot))
            whole = above + below + height + _EDGE
            figure.set_size_inches(width, whole)
            _write(figure, head, top=whole - _EDGE)
            _write(figure, foot, top=below)
            figure.set_layout_engine(
                "constrained",
                rect=(
                    _EDGE / width,
                    (below + _EDGE / 3) / whole,
                    1 - 2 * _EDGE / width,
                    height / whole,
                ),
                w_pad=0,
                h_pad=0,
            )
            rows = -(-len(self.panels) // self.columns)
            axes = figure.subplots(rows, self.columns, squeeze=False).ravel()
            for place, panel in zip(axes, self.panels, strict=False):
                place.set_title(panel.title)
                panel.draw(place)
            for place in axes[len(self.panels) :]:
                place.remove()

    def draw_on(self, axes: Axes) -> None:
        """Draw the first panel on somebody's own axes, under its title or the chart's."""
        with styled():
            axes.set_title(self.panels[0].title or self.title)
            self.panels[0].draw(axes)

    def data(self, ending: str) -> bytes:
        """Return the file of an ending ``.png``, ``.svg`` or ``.pdf``, always the same bytes."""
        buffer = BytesIO()
        figure = self.figure()
        with styled():
            figure.savefig(buffer, format=ending[1:], metadata=_UNDATED[ending])
        data = buffer.getvalue()
        return _with_fonts(data) if ending == ".svg" else data

    def save(self, path: str | Path) -> None:
        """Write the chart to a file ending in ``.png``, ``.svg`` or ``.pdf``.

        Raises
        ------
        OutputError
            For another ending, or a file that cannot be written.
        """
        target = Target.of(str(path), "chart")
        target.put(self.data(target.path.suffix.lower()))

    def to_dict(self) -> dict[str, Any]:
        """Return the texts and the tables as plain values, as ``--json`` prints them."""
        tables = {name: as_object(frame) for name, frame in self.tables.items()}
        head = {"game": self.game, "question": "chart", "chart": self.name}
        texts = {"title": self.title, "note": self.note, "caption": self.caption}
        return {**head, **texts, "tables": tables}

    def __repr__(self) -> str:
        return f"<chart {self.game} {self.name}: {self.title}>"

    def _repr_png_(self) -> bytes:
        return self.data(".png")


def choose(
    charts: Mapping[str, Callable[..., Chart]],
    name: str,
    situation: Any,
    lang: str,
    options: Mapping[str, Any],
    *,
    of_one: Sequence[str] = (),
) -> Chart:
    """Return the chart of a name.

    Parameters
    ----------
    charts
        What draws each.
    name
        Which one.
    situation
        The situation it is about, ``None`` for a chart of all hands.
    lang
        The language of its texts.
    options
        Those of the table or question behind it.
    of_one
        The charts that are about one situation.

    Raises
    ------
    InputError
        For a name, a language or a situation that does not fit.
    """
    verify_one_of(name, "chart", charts)
    asked = () if situation is None else (situation,)
    if asked and name not in of_one:
        raise InputError(situation, "hand", f"left out: the chart {name} is of all hands")
    return charts[name](Language.of(lang), *asked, **options)


@dataclass(frozen=True)
class _Line:
    """A line of text outside the panels."""

    text: str
    size: float
    colour: str
    weight: str

    @classmethod
    def of(cls, text: str, size: float, colour: str, weight: str, width: float) -> list[_Line]:
        """Return a text as lines that are no wider than so many inches, parted at blanks."""
        lines: list[str] = []
        for word in text.split(" "):
            longer = f"{lines[-1]} {word}" if lines else word
            if lines and _width(longer, size, weight) <= width:
                lines[-1] = longer
            else:
                lines.append(word)
        return [cls(line, size, colour, weight) for line in lines]

    @property
    def height(self) -> float:
        """Inches from this line to the next."""
        return self.size * _LEADING / _POINTS


def _width(text: str, size: float, weight: str) -> float:
    """Return the width of a text in inches."""
    font = FontProperties(family=FONT, size=size, weight=weight)
    return float(text_to_path.get_text_width_height_descent(text, font, ismath=False)[0]) / _POINTS


def _write(figure: Figure, lines: list[_Line], top: float) -> None:
    width, height = figure.get_size_inches()
    for line in lines:
        style: dict[str, Any] = {"size": line.size, "color": line.colour, "weight": line.weight}
        figure.text(_EDGE / width, top / height, line.text, va="top", ha="left", **style)
        top -= line.height


def _with_fonts(svg: bytes) -> bytes:
    return svg.replace(f"'{FONT}'".encode(), _NARROW_FONTS.encode())
