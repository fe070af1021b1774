"""Charts that go over all hands: a square for the two best cards, as poker's are read."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from matplotlib.patches import Rectangle

from analyzer.core.errors import MissingError
from analyzer.report.charts.chart import Chart, Panel
from analyzer.report.charts.marks import Cell, heat_map
from analyzer.report.charts.story import caption, error_note, records
from analyzer.report.charts.style import (
    BODY,
    INK,
    MUTED,
    PALE,
    PAPER,
    SMALL,
    SURE,
    TINY,
    UNSURE,
    colour_of_chance,
)
from analyzer.report.text.numbers import Numbers
from analyzer.report.text.paulista.writer import place

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

    from analyzer.report.language import Language

Squares = Mapping[tuple[str, str], Cell]
"""What the squares of a best and a second card show."""

_CALL = "▲"
_HALF = 0.5


def hands(language: Language, **options: Any) -> Chart:
    """Return what the two best cards of a hand win, with the third as the spread."""
    from analyzer.paulista.tables import table

    _verify_one_vira(**options)
    say = language.say
    frame = table("pairs", **{"play": "expert", "position": 1, **options})
    vira = str(frame["vira"].iloc[0])
    winning = float(frame["share"][frame["win"] > _HALF].sum())
    position, players = (int(frame[name].iloc[0]) for name in ("position", "players"))
    title = say("{share} of hands have two cards that win more than half the time")
    if vira:
        title = say("With vira {vira}, {share} of hands have two cards that win over half the time")
    note = say("chance to win the hand, in percent, by the two best cards")
    return Chart(
        game="paulista",
        name="hands",
        title=title.format(vira=vira, share=Numbers(language).percent(winning, 0)),
        note=f"{place(players, position, language)}: {note}",
        caption=caption(frame.attrs, language, *error_note(frame, language)),
        size=(8.6, 8.4),
        panels=(Panel(partial(_chances, frame=frame, language=language)),),
        tables={"pairs": frame},
    )


def calls(language: Language, **options: Any) -> Chart:
    """Return with which hands to call, before the first card and after three others."""
    from analyzer.paulista.tables import table

    _verify_one_vira(**options)
    say, numbers = language.say, Numbers(language)
    frame = table("calls", **options)
    vira = str(frame["vira"].iloc[0])
    # Cards that may be led come best first, and so do those of hands before any is.
    order = [name for name in dict.fromkeys(frame["led"]) if name]
    order = order or _order(frame["hand"].str.split(" ").explode())
    plain = [name for name in order if len(name) == 1]
    names = {"": say("the mão, before the first card")}
    for led in (plain[0], plain[len(plain) // 2], plain[-1]):
        names[led] = say("second, after {card}").format(card=led)
    shown = [led for led in names if led in set(frame["led"])]
    squares = {led: _call_squares(frame[frame["led"] == led]) for led in shown}
    keys = {shown[0]: _call_key([one for led in shown for one in squares[led].values()], language)}
    title = say("Calling truco pays for the mão with {share} of hands")
    if shown[0]:
        title = say("Calling truco pays with {share} of hands after {led}")
    share = numbers.percent(frame[frame["led"] == shown[0]]["calling"].iloc[0], 1)
    called = say("called, they stay with the best {stays} of hands, raise with the best {again}")
    stays, again = map(numbers.share, frame.attrs["answers"])
    turned = [say("vira {card}").format(card=vira)] if vira else []
    return Chart(
        game="paulista",
        name="calls",
        title=title.format(share=share, led=shown[0]),
        note=" · ".join([*turned, say("where calling is worth more points than playing on")]),
        caption=caption(frame.attrs, language, called.format(stays=stays, again=again)),
        size=(6.4, 6.4) if len(shown) == 1 else (9.4, 4.7 * -(-len(shown) // 2)),
        panels=tuple(
            Panel(
                partial(_calls, squares=squares[led], order=order, key=keys.get(led, {})),
                names[led],
            )
            for led in shown
        ),
        columns=min(2, len(shown)),
        tables={"calls": frame},
    )


def _verify_one_vira(
    *, vira: Any = None, rules: Any = None, rule: Any = None, **_others: object
) -> None:
    """Raise ``MissingError`` when the table would be of all the viras that there may be."""
    from analyzer.paulista.situation.fields import read_rules

    if vira is None and read_rules(rules, rule).manilhas == "vira":
        raise MissingError("vira", "the card turned up or its rank, such as 4")


def _order(names: Iterable[str]) -> list[str]:
    """Return cards, which come best first in every hand, from the best to the lowest."""
    return list(dict.fromkeys(names))


def _squares(axes: Axes, squares: Squares, order: Sequence[str], size: float) -> None:
    """Draw a triangle of squares, the best cards on its steps, the second ones above."""
    grid = [[squares.get((best, second)) for second in order] for best in order]
    heat_map(axes, grid, across=["", *order[1:]], down=order, size=size)
    axes.set_yticks([])
    for y, name in enumerate(order):
        first = next((x for x, cell in enumerate(grid[y]) if cell is not None), y)
        axes.text(first - 0.62, y, name, ha="right", va="center", weight="bold", size=size)
    axes.tick_params(axis="x", labelsize=size, labelcolor=INK)
    for label in axes.get_xticklabels():
        label.set_fontweight("bold")


def _chances(axes: Axes, frame: pd.DataFrame, language: Language) -> None:
    say, numbers = language.say, Numbers(language)
    order = _order([*frame["best"], *frame["second"]])
    lines = {(line["best"], line["second"]): line for line in records(frame)}
    squares = {pair: Cell(colour_of_chance(line["win"])) for pair, line in lines.items()}
    _squares(axes, squares, order, BODY)
    for (best, second), line in lines.items():
        _spread(axes, order.index(second), order.index(best), line, numbers, 1)
    axes.text(0.38, -0.38, say("best card"), ha="right", size=SMALL, color=MUTED)
    axes.set_xlabel(say("second card"), loc="right")
    _key_square(axes, frame, order, language)


def _spread(
    axes: Axes, x: float, y: float, line: Mapping[Any, Any], numbers: Numbers, width: float
) -> None:
    """Write a square's chance, and draw below it from the worst third card to the best."""
    style: dict[str, Any] = {"ha": "center", "va": "center", "color": INK}
    sure = line["win"] < 1 or line["low"] == 1  # a sample is never certain
    text = numbers.short(line["win"]) if sure else ">99"
    axes.text(x, y - 0.1 * width, text, size=BODY * width**0.5, **style)
    left, right = (x + (line[end] - 0.5) * 0.84 * width for end in ("least", "most"))
    base = [y + 0.31 * width] * 2
    ends = [x - 0.42 * width, x + 0.42 * width]
    axes.plot(ends, base, color=PAPER, lw=3.2, solid_capstyle="butt")
    axes.plot([left, max(right, left + 0.03)], base, color=INK, lw=2.2, solid_capstyle="butt")


def _key_square(axes: Axes, frame: pd.DataFrame, order: list[str], language: Language) -> None:
    """Explain a square in the empty corner, by the one with the widest spread."""
    say, numbers = language.say, Numbers(language)
    line = records(frame.loc[[(frame["most"] - frame["least"]).idxmax()]])[0]
    x, y, width = 1.7, len(order) - 3.4, 3.0
    corner = (x - width / 2, y - width / 2)
    axes.add_patch(Rectangle(corner, width, width, fc=colour_of_chance(line["win"]), ec=PAPER))
    _spread(axes, x, y, line, numbers, width)
    style: dict[str, Any] = {"size": SMALL, "va": "center"}
    cards = say("{best} and {second}").format(best=line["best"], second=line["second"])
    axes.text(x, corner[1] - 0.35, cards, ha="center", weight="bold", va="center")
    averaged = {**style, "size": TINY, "ha": "center"}
    axes.text(x, y + 0.1 * width, say("over all third cards"), **averaged)
    text = say("third card {card}: {chance}%")
    ends = [x + (line[end] - 0.5) * 0.84 * width for end in ("least", "most")]
    middle = sum(ends) / 2  # which the two texts keep away from, however near the ends are
    starts = min(ends[0] + 0.15, middle - 0.15), max(ends[1] - 0.15, middle + 0.15)
    for end, ha, at, start in zip(("least", "most"), ("right", "left"), ends, starts, strict=True):
        told = text.format(card=line[f"{end}_third"], chance=numbers.short(line[end]))
        arrow = {"arrowstyle": "-", "color": MUTED, "lw": 0.8, "shrinkB": 1}
        arrow["relpos"] = (1 if ha == "right" else 0, 0.5)
        spot, written = (at, y + 0.34 * width), (start, y + 0.64 * width)
        axes.annotate(told, spot, written, ha=ha, arrowprops=arrow, **style)


def _calls(axes: Axes, squares: Squares, order: list[str], key: Mapping[Cell, str]) -> None:
    _squares(axes, squares, order, TINY)
    for number, (cell, text) in enumerate(key.items()):
        at = len(order) - 0.5 - 1.15 * (len(key) - number)
        axes.add_patch(Rectangle((-0.5, at - 0.5), 1, 1, fc=cell.colour, ec=PAPER))
        axes.text(0, at, cell.text, ha="center", va="center", size=TINY)
        axes.text(0.8, at, text, va="center", size=TINY)


def _call_squares(part: pd.DataFrame) -> Squares:
    cards = part["hand"].str.split(" ", expand=True)
    named = part.assign(best=cards[0], second=cards[1], third=cards[2])
    return {
        (str(best), str(second)): _call_cell(lines)
        for (best, second), lines in named.groupby(["best", "second"])
    }


def _call_key(cells: Iterable[Cell], language: Language) -> dict[Cell, str]:
    """Return what the squares mean; the rarer kinds only when there are any."""
    say = language.say
    key = {
        Cell(SURE, _CALL): say("call"),
        Cell(PALE): say("play on"),
        Cell(UNSURE, "K+"): say("call with a third card from K on"),
    }
    texts = "".join(cell.text for cell in cells)
    if "/" in texts:
        key[Cell(UNSURE, "2/5")] = say("call with 2 of 5 third cards")
    if "?" in texts:
        key[Cell(PALE, "?")] = say("too close to tell for some third card")
    return key


def _call_cell(lines: pd.DataFrame) -> Cell:
    """Return the square of two cards: always call, never, or from which third card on.

    A question mark stands where some third card is too close to tell.
    """
    calling = (lines["action"] == "call").to_numpy()
    doubt = "?" * bool(((lines["low"] < 0) & (lines["high"] > 0)).any())
    if not calling.any():
        return Cell(PALE, doubt)
    if calling.all():
        return Cell(SURE, _CALL + doubt)
    lowest = calling.nonzero()[0].max()
    together = calling[: lowest + 1].all()
    least = f"{lines['third'].iloc[lowest]}+" if together else f"{calling.sum()}/{len(calling)}"
    return Cell(UNSURE, least + doubt)
