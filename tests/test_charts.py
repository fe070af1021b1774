"""Charts: the numbers of the tables, all of them, and pictures that nobody has to guess at."""

from __future__ import annotations

import importlib
import json
import os
import re
import subprocess
import sys
from dataclasses import replace
from functools import cache
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.text import Text
from matplotlib.transforms import Bbox

from analyzer import boricua, manilla, paulista
from analyzer.cli import boricua as boricua_command
from analyzer.cli import manilla as manilla_command
from analyzer.cli import paulista as paulista_command
from analyzer.cli.main import main
from analyzer.core.errors import InputError, MissingError
from analyzer.core.result import Result
from analyzer.paulista.equity.solved import SolvedEquity, stem
from analyzer.paulista.questions.solve_match import solved_match
from analyzer.report.charts import CHARTS as ANSWERED
from analyzer.report.charts import boricua as boricua_charts
from analyzer.report.charts import chart_of
from analyzer.report.charts import manilla as manilla_charts
from analyzer.report.charts import paulista as paulista_charts
from analyzer.report.charts.chart import Chart
from analyzer.report.charts.paulista import chart
from analyzer.report.charts.style import PALE, chances, ink_on
from analyzer.report.files import CHARTS as ENDINGS
from analyzer.report.files import as_object

LANGUAGES = ("en", "pt", "es")
MANILLA = "9O 12O 1O 5O 9C 1C 3C 2E 4E 12B 6B 2B"
ROOMS = {
    "paulista": (paulista, paulista_charts, paulista_command),
    "manilla": (manilla, manilla_charts, manilla_command),
    "boricua": (boricua, boricua_charts, boricua_command),
}
DRAWN: dict[tuple[str, str], dict[str, Any]] = {
    ("paulista", "hands"): {"vira": "4"},
    ("paulista", "manilhas"): {},
    ("paulista", "first-trick"): {},
    ("paulista", "positions"): {},
    ("paulista", "match"): {},
    ("paulista", "accept"): {
        "situation": "A♠ K♦ 2♣",
        "vira": "4♥",
        "call": "truco",
        "caller": "tight",
    },
    ("paulista", "calls"): {"vira": "Q", "rules": "limpo"},
    ("paulista", "thresholds"): {},
    ("manilla", "hand"): {"situation": MANILLA, "trump": "O", "deals": 2000},
    ("manilla", "hands"): {"deals": 20000},
    ("manilla", "play"): {"situation": MANILLA, "trump": "O", "deals": 300},
    ("manilla", "capote"): {"deals": 20000},
    ("manilla", "match"): {"deals": 4000},
    ("boricua", "ligas"): {},
    ("boricua", "envite"): {},
    ("boricua", "flor"): {},
    ("boricua", "hands"): {},
    ("boricua", "match"): {},
}
"""Every chart with options under which it is quickly drawn."""

LIMPO: dict[str, Any] = {"rules": "limpo", "vira": "Q"}
HAND: dict[str, Any] = {"situation": "3♠ K♦ 6♣", "vira": "4♥"}


@pytest.fixture(autouse=True)
def no_display(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.setattr(mpl, "rcParams", mpl.rcParams.copy())
    mpl.use("agg")


@cache
def drawn(name: str, lang: str = "en", game: str = "paulista") -> Chart:
    found: Chart = ROOMS[game][0].chart(name, lang=lang, **DRAWN[game, name])
    return found


FOUR: dict[str, Any] = {**HAND, "players": 4, "deals": 2000}
ASKED: tuple[tuple[Any, str, dict[str, Any]], ...] = (
    (paulista, "hand", HAND),
    (paulista, "hand", FOUR),
    (paulista, "accept", {**HAND, "call": "truco"}),
    (paulista, "accept", {**FOUR, "call": "truco", "score": "9-8"}),
    (paulista, "call", FOUR),
    (paulista, "onze", {**HAND, "score": "11-8", "rules": "online"}),
    (paulista, "cut", {"situation": "3♠"}),
    (paulista, "simulate", {"deals": 2000, "rule": {"all_tied": "none"}}),
    (paulista, "match", {}),
    (paulista, "exploit", {"against": "greedy", **LIMPO}),
    (
        paulista,
        "advise",
        {"situation": "3♠ K♦ J♣", "rules": "limpo", "vira": "Q♥", "until": 0.3},
    ),
    (boricua, "hand", {"situation": "1E 7B 3O", "deals": 2000}),
    (boricua, "envite", {"situation": "1E 7B 6B"}),
    (boricua, "flor", {"situation": "1E 7E 3E", "position": 2}),
    (boricua, "accept", {"situation": "1E 7B 3O", "call": "truco"}),
    (boricua, "simulate", {"deals": 2000}),
    (boricua, "match", {}),
    (manilla, "hand", {"situation": MANILLA, "trump": "O", "deals": 2000}),
    (manilla, "play", {"situation": MANILLA, "trump": "O", "deals": 300}),
    (manilla, "simulate", {"deals": 2000}),
    (manilla, "match", {"deals": 4000}),
    (manilla, "solve", {"deal": "9O 1O / 2O 3O / 4O 5O / 6O 7O", "trump": "O"}),
)
ANSWERS = tuple(
    f"{game.__name__.rpartition('.')[2]} {question} {number}"
    for number, (game, question, _) in enumerate(ASKED)
)


@cache
def answer(name: str) -> Result:
    game, question, options = ASKED[ANSWERS.index(name)]
    found: Result = getattr(game, question)(**options)
    return found


def texts_of(figure: Figure) -> list[Text]:
    """Return all texts that are seen; an axis also knows of ticks beyond its ends."""
    figure.draw_without_rendering()
    unseen = set()
    for axis in (one for axes in figure.axes for one in (axes.xaxis, axes.yaxis)):
        low, high = sorted(axis.get_view_interval())
        ticks = [tick for tick in axis.get_major_ticks() if not low <= tick.get_loc() <= high]
        unseen |= {label for tick in ticks for label in (tick.label1, tick.label2)}
    found = [one for one in figure.findobj(Text) if one.get_visible() and one not in unseen]
    return [one for one in found if one.get_text().strip()]


def boxes(figure: Figure) -> list[tuple[str, Bbox]]:
    return [(one.get_text(), one.get_window_extent()) for one in texts_of(figure)]


def verify_readable(figure: Figure) -> None:
    """Fail where a text is cut off or lies on another."""
    found = boxes(figure)
    low, high = (np.array([getattr(box, end) for _, box in found]) for end in ("min", "max"))
    inside = (low >= -0.5).all(axis=1) & (high <= figure.bbox.max + 0.5).all(axis=1)
    assert [found[one][0] for one in np.flatnonzero(~inside)] == []
    shared = np.minimum(high[:, None], high) - np.maximum(low[:, None], low)
    pairs = np.argwhere(np.triu(shared.min(axis=2) > 3, 1))
    assert [(found[one][0], found[other][0]) for one, other in pairs] == []


def dots_of(axes: Axes) -> list[float]:
    """Return where markers stand, from the left."""
    lines = [line for line in axes.lines if line.get_marker() not in ("None", "", None)]
    return sorted(float(line.get_xdata()[0]) for line in lines)


# ------------------------------------------------------------------------- what is behind


@pytest.mark.parametrize("game", ROOMS)
def test_every_chart_is_known_to_the_command_and_drawn_here(game: str) -> None:
    _, charts, command = ROOMS[game]
    here = {name for one, name in DRAWN if one == game}
    assert set(command.CHARTS) == set(charts.CHARTS) == here


def test_every_answer_has_a_chart() -> None:
    for game in ROOMS:
        sheets = importlib.import_module(f"analyzer.report.text.{game}").SHEETS
        assert set(sheets) <= {question for one, question in ANSWERED if one == game}


@pytest.mark.parametrize("name", ["manilhas", "first-trick", "positions"])
def test_the_numbers_are_those_of_the_table(name: str) -> None:
    play = {} if name == "positions" else {"play": "expert"}
    wanted = paulista.table(name, **play)
    found = drawn(name).tables[name]
    pd.testing.assert_frame_equal(found, wanted)
    assert found.attrs == wanted.attrs
    assert json.loads(json.dumps(drawn(name).to_dict()))["tables"][name] == as_object(wanted)


def test_dots_stand_at_the_numbers() -> None:
    for name in ("manilhas", "positions"):
        axes = drawn(name).figure().axes[0]
        assert dots_of(axes) == sorted(drawn(name).tables[name]["win"])


def test_no_dot_hides_another() -> None:
    for name in ("manilhas", "positions"):
        axes = drawn(name).figure().axes[0]
        axes.figure.draw_without_rendering()
        dots = [axes.transData.transform(line.get_xydata()[0]) for line in axes.lines
                if line.get_marker() not in ("None", "", None)]  # fmt: skip
        for one, other in combinations(dots, 2):
            assert np.hypot(*(one - other)) > 9


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_line_of_one_half_runs_through_no_name(lang: str) -> None:
    axes = drawn("positions", lang).figure().axes[0]
    axes.figure.draw_without_rendering()
    half = axes.transData.transform((0.5, 0))[0]
    for one in axes.texts:
        box = one.get_window_extent()
        assert not box.x0 - 4 < half < box.x1 + 4
    names = [
        one for one in drawn("manilhas", lang).figure().axes[0].texts if one.get_weight() == "bold"
    ]
    assert len(names) == 2
    assert all(one.get_bbox_patch() is not None for one in names)


def test_bars_are_as_wide_and_high_as_the_numbers() -> None:
    table = drawn("first-trick").tables["first-trick"]
    for axes, (_, part) in zip(
        drawn("first-trick").figure().axes, table.groupby("position"), strict=True
    ):
        bars = axes.patches[::2]
        assert [bar.get_height() for bar in bars] == part["win"].tolist()
        assert [bar.get_width() for bar in bars] == pytest.approx(part["share"].tolist())


def test_squares_show_the_match_score_by_score() -> None:
    result = paulista.match()
    for dealer, axes in enumerate(drawn("match").figure().axes):
        shown = {one.get_position(): one.get_text() for one in axes.texts}
        for us, row in enumerate(result.equity):
            for them, chances_of_score in enumerate(row):
                chance = 100 * chances_of_score[dealer]
                assert shown[them, us] == f"{min(max(chance, 1), 99):.0f}"


SOLVED = {
    (0, 0): 0.498638,
    (0, 11): 0.061082,
    (9, 9): 0.508889,
    (9, 10): 0.492856,
    (11, 9): 0.446594,
    (11, 11): 0.499834,
}
"""Chances of the mão by his points and the dealer's, as they came out of the solver."""


def test_squares_show_the_solved_match_too() -> None:
    found = chart("match", equity="solved")
    axes = found.figure().axes[0]
    table = found.tables["match"].set_index(["mao", "dealer"])
    shown = {(round(y), round(x)): text for (x, y), text in squares_of(axes).items()}
    assert len(shown) == len(table) == 144
    equity = SolvedEquity.load(stem("traditional"))
    for score, row in table.iterrows():
        dealer = equity.after(score[1], score[0], we_deal=True)
        assert row["value"] == pytest.approx(1 - dealer, abs=1e-12)
        assert shown[score] == f"{100 * row['value']:.0f}"
    for score, wanted in SOLVED.items():
        assert table["value"][score] == pytest.approx(wanted, abs=1e-6)
    assert f"the mão wins {100 * table['value'][0, 0]:.1f}% of matches" in found.title
    assert f"±{100 * equity.error.max():.2f} percentage points at most, from the" in found.caption
    verify_readable(found.figure())


def test_a_solution_of_the_match_draws_the_same_squares(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = solved_match()
    axes = whole.plot()
    wanted = squares_of(chart("match", equity="solved").figure().axes[0])
    assert squares_of(axes) == wanted
    lows, highs = ([[*row] for row in grid] for grid in (whole.lows, whole.highs))
    lows[0][0] = highs[0][0] = None
    part = replace(whole, value=None, low=None, high=None, lows=lows, highs=highs, unsolved=1)
    found = chart_of(part)
    assert found.title == "143 OF 144 SCORES ARE SOLVED"
    assert (0, 0) not in squares_of(found.figure().axes[0])
    plt.close("all")


def squares_of(axes: Axes) -> dict[tuple[float, float], str]:
    return {one.get_position(): one.get_text() for one in axes.texts}


def test_squares_of_hands_show_their_chances() -> None:
    found = drawn("hands")
    table = found.tables["pairs"]
    shown = {text for _, text in squares_of(found.figure().axes[0]).items()}
    order = list(dict.fromkeys([*table["best"], *table["second"]]))
    squares = squares_of(found.figure().axes[0])
    for row in table.to_dict("records"):
        at = (order.index(row["second"]), order.index(row["best"]) - 0.1)
        chance = 100 * row["win"]
        wanted = f"{chance:.0f}"
        if chance not in (0, 100) and wanted in ("0", "100"):
            wanted = {"0": "<1", "100": ">99"}[wanted]
        assert squares[at] == wanted
    assert {"5♣", "4"} <= shown


def test_a_sampled_hand_never_wins_for_certain() -> None:
    found = chart("hands", vira="4", players=4, deals=50, play="greedy")
    shown = set(squares_of(found.figure().axes[0]).values())
    assert ">99" in shown
    assert "100" not in shown


def test_squares_of_calls_show_the_actions() -> None:
    found = drawn("calls")
    table = found.tables["calls"]
    first = table[table["led"] == ""]
    squares = squares_of(found.figure().axes[0])
    order = ["J♣", "J♥", "J♠", "J♦", *"32AKQ"]
    always = never = some = 0
    cards = first["hand"].str.split(expand=True)
    for (best, second), part in first.groupby([cards[0], cards[1]]):
        text = squares.get((order.index(second), order.index(best)), "")
        calling = part["action"] == "call"
        thirds = part["hand"].str.split().str[2]
        if calling.all():
            assert text == "▲"
            always += 1
        elif not calling.any():
            assert text == ""
            never += 1
        elif "+" in text:
            lowest = order.index(text[:-1])
            assert (calling == [order.index(third) <= lowest for third in thirds]).all()
            some += 1
        else:
            assert text == f"{calling.sum()}/{len(part)}"
    assert always
    assert never
    assert some


def test_the_title_of_hands_counts_those_that_win_more_often_than_not() -> None:
    table = drawn("hands").tables["pairs"]
    share = sum(row.share for row in table.itertuples() if row.win > 0.5)
    assert f"With vira 4, {100 * share:.0f}% of hands" in drawn("hands").title


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("rules", ["traditional", "limpo"])
def test_words_lie_in_one_square_or_beside_all(rules: str, lang: str) -> None:
    figure = chart("hands", vira="Q", rules=rules, lang=lang).figure()
    verify_readable(figure)
    squares = [patch.get_window_extent() for patch in figure.axes[0].patches]
    for text in figure.axes[0].texts:
        box = Text.get_window_extent(text)  # without the arrow of an annotation
        touched = [one for one in squares if one.overlaps(box)]
        assert len(touched) <= 1, text
        for one in touched:
            fits = one.x0 < box.x0 and box.x1 < one.x1 and one.y0 < box.y0 and box.y1 < one.y1
            assert fits, text


def test_squares_of_thresholds_show_what_is_needed() -> None:
    found = drawn("thresholds")
    axes = found.figure().axes
    for one, (_, part) in zip(
        axes, found.tables["thresholds"].groupby("call", sort=False), strict=True
    ):
        squares = squares_of(one)
        for row in part.to_dict("records"):
            need = 100 * max(row["needed"], 0)
            assert squares[row["them"], row["us"]] == f"{max(need, need > 0):.0f}"


def test_answers_are_drawn_band_by_band_and_score_by_score() -> None:
    found = drawn("accept")
    callers, scores = found.figure().axes
    table = found.tables["callers"]
    bars = [(bar.get_y(), bar.get_height()) for bar in callers.patches]
    assert bars == list(zip(table["from"], table["to"] - table["from"], strict=True))
    signs = {"run": "✕", "accept": "✓", "raise": "▲"}
    squares = squares_of(scores)
    for row in found.tables["scores"].to_dict("records"):
        assert squares[row["them"], row["us"]] == signs[row["action"]]


def test_lines_part_the_best_answers_and_nothing_else() -> None:
    found = drawn("accept")
    callers = found.figure().axes[0]
    table = found.tables["callers"]
    step = table["calls"].min()
    lines = [np.array(line) for line in callers.collections[-1].get_segments()]
    across = {(round(x1 + step / 2, 9), y1) for (x1, y1), (_, y2) in lines if y1 == y2}
    assert across == {(round(row.calls, 9), row.to) for row in table.itertuples() if row.to < 1}
    upright = [line for line in lines if line[0][0] == line[1][0]]
    shares = sorted(set(table["calls"]))
    for left, right in pairwise(shares):
        here = [line[:, 1] for line in upright if abs(line[0][0] - (left + right) / 2) < 1e-9]
        for rate in np.arange(0.0005, 1, 0.001):
            parted = any(low < rate < high for low, high in here)
            assert parted == (action_at(table, left, rate) != action_at(table, right, rate))


def action_at(table: pd.DataFrame, calls: float, rate: float) -> str:
    """Return the best answer to a caller, from the table's row for the share next to his."""
    shares = table["calls"]
    nearest = table[(shares - calls).abs() == (shares - calls).abs().min()]
    return str(nearest["action"][nearest["to"] >= rate].iloc[0])


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_large_region_of_answers_names_its_answer(lang: str) -> None:
    found = drawn("accept", lang)
    axes = found.figure().axes[0]
    axes.figure.draw_without_rendering()
    actions = {"✕": "run", "✓": "accept", "▲": "raise"}
    named = [one for one in axes.texts if one.get_text()[0] in actions]
    assert sorted(one.get_text()[0] for one in named if " " in one.get_text()) == ["▲", "✓"]
    for one in named:
        box = one.get_window_extent().transformed(axes.transData.inverted())
        corners = {action_at(found.tables["callers"], *corner) for corner in box.corners()}
        assert corners == {actions[one.get_text()[0]]}


def test_the_other_games_show_their_tables() -> None:
    wanted = {
        ("manilla", "hands"): ("holdings", {"position": 1, "deals": 20000}),
        ("boricua", "ligas"): ("ligas", {}),
        ("boricua", "envite"): ("envite", {}),
        ("boricua", "flor"): ("flor", {"position": 2}),
        ("boricua", "hands"): ("hands", {"position": 1, "play": "expert"}),
    }
    for (game, name), (table, options) in wanted.items():
        frame = ROOMS[game][0].table(table, **options)
        pd.testing.assert_frame_equal(drawn(name, "en", game).tables[table], frame)


def test_bars_of_ligas_hold_the_middle_half_of_their_hands() -> None:
    found = drawn("hands", "en", "boricua")
    table, axes = found.tables["hands"], found.figure().axes[0]
    bars = {round(bar.get_y() + bar.get_height() / 2): bar for bar in axes.patches}
    ligas = sorted(set(table["liga"]), reverse=True)
    assert [label.get_text() for label in axes.get_yticklabels()] == list(map(str, ligas))
    wins = {}
    for place, liga in enumerate(ligas):
        part = table[table["liga"] == liga]
        bar, share = bars[-place], part["share"].sum()
        left, right = bar.get_x(), bar.get_x() + bar.get_width()
        for end in (left, right):
            quarter = share / 4 if end == left else 3 * share / 4
            assert part["share"][part["win"] < end - 1e-9].sum() < quarter + 1e-12
            assert part["share"][part["win"] <= end + 1e-9].sum() >= quarter - 1e-12
        wins[liga] = (part["win"] * part["share"]).sum() / share
    assert dots_of(axes) == pytest.approx(sorted(wins.values()))
    assert {f"{100 * win:.0f}%" for win in wins.values()} <= {one.get_text() for one in axes.texts}
    best = max(wins, key=lambda liga: wins[liga])
    assert f"33 wins {100 * wins[33]:.0f}%, {best} wins {100 * wins[best]:.0f}%" in found.title


def test_where_the_highest_liga_is_the_best_the_title_says_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = drawn("hands", "en", "boricua").tables["hands"]
    monkeypatch.setattr("analyzer.boricua.tables.table", lambda *_a, **_o: table[table.liga > 28])
    found = boricua.chart("hands")
    assert found.title == "The highest liga, 33, wins the tricks most often: 55%"


def test_lines_of_ligas_go_through_their_chances() -> None:
    found = drawn("ligas", "en", "boricua")
    curves = [line.get_ydata() for line in found.figure().axes[0].lines][:2]
    for curve, (_, part) in zip(curves, found.tables["ligas"].groupby("position"), strict=True):
        assert list(curve) == part["win"].tolist()


def test_bands_of_envites_end_where_the_best_answer_changes() -> None:
    found = drawn("envite", "en", "boricua")
    for axes, (_, part) in zip(
        found.figure().axes, found.tables["envite"].groupby("position"), strict=True
    ):
        bars = [(bar.get_y(), bar.get_height()) for bar in axes.patches]
        assert bars == list(zip(part["from"], part["to"] - part["from"], strict=True))
        signs = [one.get_text() for one in axes.texts]
        assert len(signs) == (part["to"] - part["from"] > 0.05).sum()


def test_bars_of_points_are_the_distribution() -> None:
    result = manilla.hand(MANILLA, trump="O", deals=2000)
    axes = drawn("hand", "en", "manilla").figure().axes[0]
    (capote,) = [one for one in axes.texts if one.get_text().startswith("capote")]
    assert capote.xy == (72, result.distribution[72].high)
    assert [bar.get_height() for bar in axes.patches] == [one.value for one in result.distribution]
    assert [36, 36] in [list(line.get_xdata()) for line in axes.lines]


def test_squares_of_holdings_show_points_and_error() -> None:
    found = drawn("hands", "en", "manilla")
    shown = {one.get_text() for one in found.figure().axes[0].texts}
    table = found.tables["holdings"]
    row = table.loc[table["share"].idxmax()]
    half = 1.96 * row["points_std_error"]
    assert f"{row['points']:.1f}\n±{half:.1f}" in shown


def test_juegos_are_coloured_by_their_chances() -> None:
    result = manilla.match(deals=4000)
    for dealer, axes in enumerate(drawn("match", "en", "manilla").figure().axes):
        shown = axes.images[0].get_array()
        np.testing.assert_array_equal(shown, np.array(result.equity)[..., dealer])


def test_samples_have_error_bars() -> None:
    four = chart("positions", players=4, deals=2000, play="greedy")
    table = four.tables["positions"]
    axes = four.figure().axes[0]
    spans = [tuple(map(float, line.get_xdata())) for line in axes.lines]
    for row in table[table["position"].isin([1, 4])].itertuples():
        assert (row.low, row.high) in spans


@pytest.mark.parametrize("name", ANSWERS)
def test_answers_are_drawn_with_their_numbers(name: str) -> None:
    result = answer(name)
    axes = result.plot()
    plt.close(axes.figure)
    assert isinstance(axes, Axes)
    if result.question in ("match", "solve") or name.startswith("manilla hand"):
        return
    if result.question == "advise":
        assert dots_of(axes) == sorted(one.frequency for one in result.actions)
        return
    if result.question == "exploit":
        assert dots_of(axes) == sorted([*result.best_response.values(), result.value])
        return
    values = set(result.to_frame()["value"])
    assert dots_of(axes)
    assert set(dots_of(axes)) <= values
    assert "truco-analyzer" in " ".join(one.get_text() for one in texts_of(axes.figure))


def test_axes_of_answers_are_in_percent_or_in_points() -> None:
    def ticks(name: str) -> list[str]:
        axes = chart_of(answer(name)).figure().axes[0]
        axes.figure.draw_without_rendering()
        return [label.get_text() for label in axes.get_xticklabels() if label.get_text()]

    assert all(text.endswith("%") for text in ticks("paulista hand 0"))
    assert all(text.endswith("%") for text in ticks("paulista accept 3"))
    assert not any(text.endswith("%") for text in ticks("paulista accept 2"))
    zero = [0.0, 0.0]
    axes = chart_of(answer("paulista accept 2")).figure().axes[0]
    assert zero in [list(line.get_xdata()) for line in axes.lines]


def test_an_answer_is_drawn_where_somebody_wants_it() -> None:
    figure = Figure()
    axes = figure.subplots()
    assert answer("paulista accept 2").plot(axes) is axes
    assert axes.get_title(loc="left").startswith("RUN")
    assert figure.axes == [axes]


def test_an_answer_without_a_chart_says_so() -> None:
    class Odd(Result):
        game, question = "paulista", "odd"

    with pytest.raises(NotImplementedError, match="paulista odd has no chart"):
        Odd(basis=answer("paulista cut 6").basis).plot()


# ---------------------------------------------------------------------------- how it looks


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(("game", "name"), DRAWN)
def test_no_text_is_cut_off_or_lies_on_another(game: str, name: str, lang: str) -> None:
    verify_readable(drawn(name, lang, game).figure())


@pytest.mark.parametrize("lang", ["pt", "es"])
@pytest.mark.parametrize(("game", "name"), DRAWN)
def test_texts_are_translated(game: str, name: str, lang: str) -> None:
    english, other = (drawn(name, one, game) for one in ("en", lang))
    assert other.title != english.title
    assert other.note != english.note
    assert other.caption != english.caption
    pd.testing.assert_frame_equal(*(next(iter(c.tables.values())) for c in (english, other)))


@pytest.mark.parametrize(
    ("game", "name", "options", "told"),
    [
        ("paulista", "first-trick", {"players": 4, "position": 2, "deals": 5000}, "Who takes"),
        ("paulista", "positions", {"position": 1, "play": "greedy"}, "The mão's side wins 37.8%"),
        ("paulista", "manilhas", {"position": 2}, "The zap alone wins 88%"),
        ("paulista", "hands", {"rules": "mineiro"}, "% of hands have two cards that win more"),
        ("paulista", "calls", {**LIMPO, "position": 2}, "after 3"),
        ("paulista", "calls", {**LIMPO, "position": 1}, "for the mão"),
        ("paulista", "calls", {**LIMPO, "position": 1, "players": 4, "deals": 60}, "for the mão"),
        ("paulista", "thresholds", {"players": "4", "position": "1"}, "Truco needs"),
        ("manilla", "capote", {"deals": 50}, "The mano's pair takes all twelve tricks in <"),
        ("manilla", "capote", {"deals": 2000, "position": 3}, "The mano's pair"),
        ("manilla", "capote", {"deals": 2000, "position": 4}, "The dealer's pair"),
        ("boricua", "flor", {"position": 1}, "from 12 on"),
    ],
)
def test_parts_of_tables_are_drawn_too(
    game: str, name: str, options: dict[str, Any], told: str
) -> None:
    found = ROOMS[game][0].chart(name, **options)
    assert told in found.title
    verify_readable(found.figure())


def test_too_few_deals_are_refused() -> None:
    with pytest.raises(InputError, match="deals: 30: more"):
        manilla.chart("hands", deals=30)


def test_the_caption_tells_what_a_chart_rests_on() -> None:
    four = chart("positions", players=4, deals=2000, seed=7, play="greedy", rules="online").caption
    for part in ("online rules", "4 players", "all play greedy", "8,000 deals", "(seed 7)"):
        assert part in four, part


def test_the_caption_tells_where_the_error_of_thresholds_comes_from() -> None:
    told = drawn("thresholds").caption
    assert "±1.82 percentage points at most, from the bounds of the solved match" in told
    assert "chances ±" not in told
    sampled = chart("thresholds", rules="online").caption
    assert "chances ±" in sampled
    assert "bounds" not in sampled


def test_ink_is_readable_on_every_colour_of_a_chance() -> None:
    assert {ink_on(chances()(step / 20)) for step in range(21)} == {ink_on(PALE)}
    assert ink_on("#000000") != ink_on("#ffffff")


# ---------------------------------------------------------------------------------- files


@pytest.mark.parametrize("ending", ENDINGS)
def test_the_same_chart_is_the_same_file(ending: str) -> None:
    with mpl.rc_context({"font.size": 20, "svg.hashsalt": "other", "savefig.dpi": 50}):
        first = drawn("positions").data(ending)
    assert first == drawn("positions").data(ending)
    assert not re.search(rb"20\d\d-\d\d-\d\d|CreationDate|Matplotlib v", first)


def test_words_of_a_drawing_stay_words() -> None:
    svg = drawn("positions").data(".svg").decode()
    assert ">random: any card</text>" in svg
    assert "'DejaVu Sans', Verdana" in svg


def test_python_draws_and_saves_what_the_command_does(tmp_path: Path) -> None:
    path = tmp_path / "positions.svg"
    paulista.chart("positions").save(path)
    assert path.read_bytes() == drawn("positions").data(".svg")
    with pytest.raises(InputError, match=r"a file whose name ends in \.png"):
        paulista.chart("positions").save(tmp_path / "positions.txt")


def test_a_chart_shows_itself_in_a_notebook() -> None:
    title = "The dealer's side wins 55.4% of hands when all play expert"
    assert repr(drawn("positions")) == f"<chart paulista positions: {title}>"
    assert drawn("positions")._repr_png_() == drawn("positions").data(".png")


@pytest.mark.parametrize("ending", ENDINGS)
def test_the_command_writes_the_chart(
    ending: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / f"positions{ending}"
    assert main(["paulista", "chart", "positions", "--lang", "en", "--out", str(path)]) == 0
    assert path.read_bytes() == drawn("positions").data(ending)
    told = capsys.readouterr().out.splitlines()
    assert told == [drawn("positions").title, f"written to {path}"]


def test_the_command_tells_the_numbers_as_json(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = str(tmp_path / "x.svg")
    words = ["paulista", "chart", "positions", "--json", "--lang", "en", "--out", out]
    assert main(words) == 0
    wanted = {"game": "paulista", "question": "chart", "chart": "positions"}
    found = json.loads(capsys.readouterr().out)
    assert found == {**wanted, **json.loads(json.dumps(drawn("positions").to_dict()))}


SOLVED_MATCH = ["match", "--equity", "solved", "--out", "x.png"]


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["positions"], "missing --out: the chart's file, ending in .png, .svg or .pdf"),
        (["positions", "--out", "x.csv"], "out: x.csv: a file whose name ends in .png, .svg, .pdf"),
        (["nothing", "--out", "x.png"], "chart: nothing: one of "),
        (["positions", "--out", "/proc/x.png"], "out: /proc/x.png: a file that can be written"),
        (["positions", "--out", "no/x.svg"], "out: no/x.svg: a file that can be written"),
        (["match", "--vira", "4", "--out", "x.png"], "vira: 4: left out"),
        ([*SOLVED_MATCH, "--players", "4"], "equity: solved: normal; matches of two players are"),
        ([*SOLVED_MATCH, "--rules", "limpo"], "equity: solved: normal; that match has not been"),
        ([*SOLVED_MATCH, "--profile", "tight"], "profile: tight: left out: both play the solution"),
        ([*SOLVED_MATCH, "--deals", "9"], "deals: 9: left out: nothing is sampled"),
        (["match", "--equity", "even", "--out", "x.png"], "equity: even: normal or solved"),
        (["positions", "--vira", "4", "--out", "x.png"], "vira: 4: left out"),
        (["positions", "3♠", "--out", "x.png"], "hand: 3♠: left out"),
        (["hands", "--out", "x.png"], "missing --vira: the card turned up or its rank"),
        (["accept", "--call", "truco", "--out", "x.png"], "missing cards: three cards"),
    ],
    ids=" ".join,
)
def test_what_cannot_be_drawn_is_told_in_a_line(
    words: list[str],
    complaint: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["paulista", "chart", *words]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(f"truco: {complaint}")
    assert err.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["hands", "calls"])
def test_a_chart_of_one_vira_is_refused_before_the_work(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("analyzer.paulista.tables.table", None)
    with pytest.raises(MissingError, match="missing --vira: "):
        chart(name)
    with pytest.raises(TypeError):  # with fixed manilhas no card is turned up
        chart(name, rules="mineiro")


def test_python_refuses_what_the_command_refuses() -> None:
    with pytest.raises(InputError, match="chart: nothing: one of"):
        chart("nothing")
    with pytest.raises(InputError, match="lang: fr"):
        chart("positions", lang="fr")


@pytest.mark.parametrize("backend", ["tkagg", "nonsense"])
def test_a_backend_that_needs_a_display_is_not_asked(backend: str, tmp_path: Path) -> None:
    surroundings = {**os.environ, "MPLBACKEND": backend}
    surroundings.pop("DISPLAY", None)
    path = tmp_path / "positions.png"
    words = ["paulista", "chart", "positions", "--play", "greedy", "--out", str(path)]
    done = subprocess.run(
        [sys.executable, "-m", "analyzer", *words],
        env=surroundings,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert path.read_bytes().startswith(b"\x89PNG")


def test_answers_come_without_the_library_of_charts() -> None:
    program = (
        "import sys; from analyzer import paulista;"
        "found = paulista.hand('3♠ K♦ 6♣', vira='4♥'); found.to_dict(); found.to_frame();"
        "sys.exit(any(name.startswith(('matplotlib', 'analyzer.report')) for name in sys.modules))"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
