"""With which liga to accept an envite, over how much the caller bluffs."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any

import numpy as np

from analyzer.boricua.cards import DECK, LIGAS, liga
from analyzer.boricua.ranges import liga_ranking
from analyzer.boricua.rules import envite_value
from analyzer.core.estimate import Z95
from analyzer.truco.answers import answer_plan, best_bands, without_calls
from analyzer.truco.decisions import Plan, Told
from analyzer.truco.odds import Counts
from analyzer.truco.profiles import PROFILES
from analyzer.truco.ranges import Ranking
from analyzer.truco.referee.hand import DEALT
from analyzer.truco.spot import Ints

CALLER = PROFILES["normal"]
"""Who calls; only how much he bluffs is left open."""

_STEPS = 3
"""The envite, and two revoques that it may lead to."""


def envite_bands(position: int) -> Iterator[dict[str, Any]]:
    """Yield for each liga the bands of bluff rates with one best answer, two playing.

    One who looks at his liga alone is meant: over all hands that make it, nothing being
    known of flores. Points count as such.

    Parameters
    ----------
    position
        Of the one who answers: 1 mano, who has the better of equal ligas, or 2.
    """
    ranks = liga_ranking(None)
    plan = _plan(ranks)
    for told, mine in zip(_told(position), LIGAS, strict=True):
        for low, high, action in best_bands(told, ranks, CALLER, plan):
            yield {"liga": mine, "from": low, "to": high, "action": action}


def deals() -> int:
    """Return how many pairs of hands are counted for a position."""
    return int(_pairs().sum())


def _told(position: int) -> list[Told]:
    """Return for each liga how often it is the better one, by the caller's."""
    pairs = _pairs()
    mine, his = np.array(LIGAS)[:, None], np.array(LIGAS)
    better = mine >= his if position == 1 else mine > his
    found = []
    for held, wins in zip(pairs, better, strict=True):
        ends = np.stack([held * wins, held * ~wins, np.zeros_like(held)], axis=1)
        origin = Counts(ends, "exact", int(held.sum()), None, Z95, always_won=True)
        found.append(Told(ends.astype(np.float64), origin))
    return found


def _pairs() -> Ints:
    """Return how many pairs of hands make each liga of mine and each of his."""
    hands = list(combinations(range(len(DECK)), DEALT))
    held = np.zeros((len(hands), len(DECK)), np.int64)
    for row, hand in zip(held, hands, strict=True):
        row[list(hand)] = 1
    apart = (held @ held.T == 0).astype(np.int64)
    makes = np.array([[liga(hand) == one for one in LIGAS] for hand in hands], np.int64)
    return np.asarray(makes.T @ apart @ makes)


def _plan(ranks: Ranking) -> Plan:
    ladder = tuple(envite_value(step) for step in range(_STEPS + 1))
    return answer_plan(
        ranks, CALLER, _points, without_calls(_points), ladder, runs=True, raising="revoke"
    )


def _points(ours: int, theirs: int) -> float:
    return float(ours - theirs)
