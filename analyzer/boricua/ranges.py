"""What an opponent may hold who calls or answers an envite, ranked by his liga.

At one position a higher liga is the best one more often, whatever else is known; so a
caller's chances rank his holdings as their ligas do. With a partner, his cards are the
caller's alone: the other hands are anything.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations

import numpy as np

from analyzer.boricua.cards import DECK, LIGAS, flor, liga
from analyzer.boricua.ligas import Known, liga_deals
from analyzer.core.estimate import Z95
from analyzer.truco.decisions import Told
from analyzer.truco.odds import Counts
from analyzer.truco.ranges import Ranking
from analyzer.truco.referee.hand import DEALT


@cache
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
    counted = np.bincount([liga(hand) for hand in hands], minlength=max(LIGAS) + 1)
    return Ranking(groups, groups, counted[list(LIGAS)].astype(np.int64))


def told_by_liga(known: Known, seat: int) -> tuple[Told, Ranking]:
    """Return how often my side has the best liga, told apart by an opponent's.

    Parameters
    ----------
    known
        What is known of the hands; all deals that fit it are counted.
    seat
        The opponent.
    """
    axis = known.hidden.index(seat)
    won, deals = (np.moveaxis(part, axis, 0) for part in liga_deals(known))
    won, deals = (part.reshape(len(LIGAS), -1).sum(axis=1) for part in (won, deals))
    ends = np.stack([won, deals - won, np.zeros_like(won)], axis=1)
    total = int(deals.sum())
    origin = Counts(ends.astype(np.int64), "exact", total, None, Z95, always_won=True)
    return Told(ends, origin), liga_ranking(known.flores[seat])
