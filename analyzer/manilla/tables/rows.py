"""The rows of tables, from what is counted for one position."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import numpy as np

from analyzer.core.blocks import Sums
from analyzer.core.estimate import Z95, Estimate
from analyzer.manilla.kernels import holdings as k
from analyzer.manilla.kernels import leads
from analyzer.manilla.referee.hand import WHOLE
from analyzer.manilla.tables.scores import Scores

FEWEST = 2
"""Rows of fewer deals tell no error and are left out."""

COUNTED = ("trumps", "manillas", "aces", "voids")
"""What hands are told apart by, in the order of the counts' axes."""

LEADS = (
    "trump manilla",
    "other trump",
    "manilla",
    "ace beside manilla",
    "ace alone",
    "under manilla",
    "figure",
    "low",
)
"""The kinds of first cards, in the order of ``kernels.leads``."""

Row = dict[str, Any]

_HALF = WHOLE // 2
_POINTS = np.arange(WHOLE + 1)


def hands(counts: Sums, scores: Scores | None = None) -> Iterator[Row]:
    """Yield what hands are worth by the number of trumps, manillas, aces and missing suits.

    Columns: ``position``, ``policy``; ``counted`` (trumps, manillas, aces, voids) and the
    ``number`` of them; ``share`` of the position's deals; ``points`` of the pair, of 72, with
    ``points_low``, ``points_high``, ``points_std_error``; ``win``, more than 36 of them, with
    ``low``, ``high``, ``std_error``; ``tie``; ``capote``, all twelve tricks, with
    ``capote_low`` and so on; with a score ``juego`` and ``partida``, the chances to win them,
    with their intervals; ``deals``.
    """
    for axis, counted in enumerate(COUNTED):
        for (number,), row in _common(_by(counts, axis)):
            share = _share(row, counts)
            yield {"counted": counted, "number": number, "share": share, **_worth(row, scores)}


def holdings(counts: Sums, scores: Scores | None = None) -> Iterator[Row]:
    """Yield what hands are worth by their trumps and manillas together.

    Columns: ``position``, ``policy``, ``trumps``, ``manillas``, ``share`` of the position's
    deals, and those of ``hands`` from ``points`` on.
    """
    for (trumps, manillas), row in _common(_by(counts, 0, 1)):
        head = {"trumps": trumps, "manillas": manillas, "share": _share(row, counts)}
        yield {**head, **_worth(row, scores)}


def kinds(counts: Sums, scores: Scores | None = None) -> Iterator[Row]:
    """Yield what hands are worth by all that tells them apart.

    Columns: ``position``, ``policy``, ``trumps``, ``manillas``, ``aces``, ``voids``, ``share``
    of the position's deals, and those of ``hands`` from ``points`` on.
    """
    for kind, row in _common(counts):
        head = {**dict(zip(COUNTED, kind, strict=True)), "share": _share(row, counts)}
        yield {**head, **_worth(row, scores)}


def capotes(counts: Sums) -> Iterator[Row]:
    """Yield how often all twelve tricks go to one pair, by a hand's trumps and manillas.

    Columns: ``position``, ``policy``, ``trumps``, ``manillas``, ``share`` of the position's
    deals; ``capote``, all tricks for its pair, with ``low``, ``high``, ``std_error``;
    ``against``, all for the other pair; ``deals``.
    """
    for (trumps, manillas), row in _common(_by(counts, 0, 1)):
        deals = int(row.sum())
        chance = Estimate.proportion(int(row[WHOLE]), deals)
        yield {
            "trumps": trumps,
            "manillas": manillas,
            "share": _share(row, counts),
            "capote": chance.value,
            **_interval(chance),
            "against": float(row[0] / deals),
            "deals": deals,
        }


def positions(counts: Sums, scores: Scores | None = None) -> Iterator[Row]:
    """Yield what a position's pair makes.

    Columns: ``position``, ``policy``, and those of ``hands`` from ``points`` on. Positions 1
    and 3 are partners, and 2 and 4.
    """
    yield _worth(_by(counts), scores)


def spreads(counts: Sums) -> Iterator[Row]:
    """Yield how much hands differ that are alike in what is counted.

    Columns: ``position``, ``policy``; ``counted``, from nothing to all of them; ``spread``, the
    standard deviation of what single hands are worth, in points, with ``spread_low`` and so
    on; ``deals``. What the other hands are is luck and no part of it: every hand is played
    twice, the others dealt anew, and only what both times have in common counts.
    """
    for number in range(len(COUNTED) + 1):
        cells = _by(counts, *range(number)).reshape(-1, counts.shape[-1]).astype(float)
        spread = _common_spread(cells[cells[:, k.DEALS] > 0])
        yield {
            "counted": " ".join(COUNTED[:number]) or "nothing",
            "spread": spread.value,
            **_interval(spread, "spread_"),
            "deals": int(cells[:, k.DEALS].sum()),
        }


def first_leads(counts: Sums) -> Iterator[Row]:
    """Yield what mano's first card leads to, by the trumps in hand and the kind of card.

    Columns: ``position``, ``policy``, ``trumps``; ``lead``, the kind of card, see `LEADS`;
    ``share`` of mano's deals with so many trumps that have such a card; ``led``, how many of
    these lead one; ``points`` of the pair after any such card, with ``points_low`` and so on;
    ``behind``, how many fewer these are than after the card that is led in the same deals,
    with ``behind_low`` and so on; ``deals``. An ace is alone when its suit's manilla is not
    in hand; ``under manilla`` is another card of a suit whose manilla is.
    """
    for trumps, by_kind in enumerate(counts):
        for lead, row in zip(LEADS, by_kind, strict=True):
            deals = int(row[leads.HELD])
            if deals >= FEWEST:
                points = Estimate.mean(int(row[leads.POINTS]), int(row[leads.SQUARES]), deals)
                sums = int(row[leads.BEHIND]), int(row[leads.BEHIND_SQUARES])
                behind = Estimate.mean(*sums, deals)
                yield {
                    "trumps": trumps,
                    "lead": lead,
                    "share": float(deals / row[leads.DEALT]),
                    "led": float(row[leads.LED] / deals),
                    "points": points.value,
                    **_interval(points, "points_"),
                    "behind": behind.value,
                    **_interval(behind, "behind_"),
                    "deals": deals,
                }


def _by(counts: Sums, *kept: int) -> Sums:
    """Return counts by some of what hands are told apart by, and not the rest."""
    others = tuple(axis for axis in range(len(COUNTED)) if axis not in kept)
    found: Sums = counts.sum(axis=others)
    return found


def _common(counts: Sums) -> Iterator[tuple[tuple[int, ...], Sums]]:
    """Yield what came up often enough: its numbers, and its deals by their points."""
    deals = counts.sum(axis=-1)
    for place in np.argwhere(deals >= FEWEST).tolist():
        yield tuple(place), counts[tuple(place)]


def _share(row: Sums, counts: Sums) -> float:
    return float(row.sum() / counts.sum())


def _worth(row: Sums, scores: Scores | None) -> Row:
    """Return what deals have brought that ended so often with 0, 1, … 72 points."""
    deals = int(row.sum())
    points = Estimate.mean(int(row @ _POINTS), int(row @ _POINTS**2), deals)
    wins, all_tricks = int(row[_HALF + 1 :].sum()), int(row[WHOLE])
    win, capote = (Estimate.proportion(number, deals) for number in (wins, all_tricks))
    found = {
        "points": points.value,
        **_interval(points, "points_"),
        "win": win.value,
        **_interval(win),
        "tie": float(row[_HALF] / deals),
        "capote": capote.value,
        **_interval(capote, "capote_"),
    }
    for name, chance in ({} if scores is None else scores.chances(row)).items():
        found |= {name: chance.value, **_interval(chance, f"{name}_")}
    return {**found, "deals": deals}


def _common_spread(cells: Any) -> Estimate:
    """Return the standard deviation that both times have in common within cells.

    The error of a covariance is that of normal variables.
    """
    deals, first, second, squares, product = cells.T
    free = float((deals - 1).sum())
    shared = float((product - first * second / deals).sum()) / free
    single = float((squares - (first**2 + second**2) / deals).sum()) / free / 2
    error = math.sqrt((single**2 + shared**2) / free)
    found = max(shared, 0.0)  # of a sample it may come out below
    ends = (found, max(shared - Z95 * error, 0.0), found + Z95 * error)
    value, low, high = map(math.sqrt, ends)
    return Estimate(value, low, high, (high - low) / (2 * Z95))


def _interval(estimate: Estimate, prefix: str = "") -> dict[str, float]:
    ends = ("low", "high", "std_error")
    return {f"{prefix}{name}": getattr(estimate, name) for name in ends}
