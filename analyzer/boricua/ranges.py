"""What an opponent may hold who calls or answers an envite, ranked by his liga.

At one position a higher liga is the best one more often, whatever else is known; so a
caller's chances rank his holdings as their ligas do. With a partner, his cards are the
caller's alone: the other hands are anything.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import numpy as np

from analyzer.boricua.cards import DECK, LIGAS, flor, liga
from analyzer.boricua.ligas import Known, Table, my_best, value_of
from analyzer.core.estimate import Z95
from analyzer.truco.decisions import Told
from analyzer.truco.odds import Counts
from analyzer.truco.ranges import Ranking
from analyzer.truco.referee.hand import DEALT
from analyzer.truco.spot import Ints


def liga_ranking(has_flor: bool | None) -> Ranking:
    """Rank all hands of three cards by their ligas.

    Parameters
    ----------
    has_flor
        Whether they have a flor, as everybody has heard; ``None`` when they may.
    """
    hands = (
        hand
        for hand in combinations(range(len(DECK)), DEALT)
        if has_flor in (None, flor(hand) is not None)
    )
    groups = np.arange(len(LIGAS))
    return Ranking(groups, groups, _by_liga([liga(hand) for hand in hands]).astype(np.int64))


def told_by_liga(known: Known, seat: int) -> tuple[Told, Ranking]:
    """Return how often my side has the best liga, told apart by an opponent's.

    Parameters
    ----------
    known
        What is known of the hands; all deals that fit it are counted.
    seat
        The opponent.
    """
    table = Table.of(known, last=seat)
    below = my_best(known, table)
    won = table.by_last_hand(*(hands.ligas < below[:, None] for hands in table.others))
    deals = table.by_last_hand(np.True_, np.True_)
    held = value_of(known, table.others[1].ligas)
    ends = np.stack([_by_liga(held, n) for n in (won, deals - won, np.zeros_like(won))], axis=1)
    total = int(deals.sum())
    origin = Counts(ends.astype(np.int64), "exact", total, None, Z95, always_won=True)
    return Told(ends, origin), liga_ranking(known.flores[seat])


def _by_liga(
    ligas: Sequence[int] | Ints, weights: np.ndarray[tuple[int], np.dtype[np.float64]] | None = None
) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """Return how many ligas there are of each value, in the order of ``LIGAS``."""
    counted = np.bincount(ligas, weights=weights, minlength=max(LIGAS) + 1)
    return np.asarray(counted[list(LIGAS)], np.float64)
