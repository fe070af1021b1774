"""How the flor of my side stands against what the other side sends, over all deals that fit.

Each side decides at the turn of its holder nearest to mano. A side that holds two flores
sends the better one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyzer.boricua.cards import flor
from analyzer.boricua.ligas import Known, Marks, Table, rank_of
from analyzer.boricua.referee import from_mano


class FlorStanding(NamedTuple):
    """How many deals there are in which the other side sends which flor.

    Attributes
    ----------
    unsent
        It sends none.
    better, worse
        It sends one, and mine wins or loses against it.
    """

    unsent: int
    better: int
    worse: int

    @property
    def deals(self) -> int:
        """All deals that fit."""
        return sum(self)


def flor_standing(
    known: Known, *, least: int = 0, sent: Sequence[int] | None = None
) -> FlorStanding:
    """Return how the best flor of my side, who holds one, stands against theirs.

    Parameters
    ----------
    known
        What is known of the hands; ``known.seat`` holds a flor.
    least
        They send a flor of at least this total, and keep silent below.
    sent
        The seats whose flor was sent before my side decides; ``None`` when that is not
        told. What was sent or not goes before ``least`` where the two contradict.

    Raises
    ------
    ValueError
        When ``known.seat`` holds no flor.
    """
    total = flor(known.held[known.seat])
    if total is None:
        raise ValueError("the one who asks holds no flor")
    if sent:
        found = _against(known, sent[0], total, least)
        return found if found.deals else _against(known, sent[0], total, 0)
    table = Table.of(known)
    found = _not_yet_sent(known, table, total, least, said=sent is not None)
    return found if found.deals else FlorStanding(table.deals(), 0, 0)


def _against(known: Known, sender: int, total: int, least: int) -> FlorStanding:
    """Return how my side stands against a flor that was sent, the best of its side."""
    flores = tuple(True if seat == sender else has for seat, has in enumerate(known.flores))
    table = Table.of(replace(known, flores=flores), last=sender)
    mine = _best(known, table, total)
    partner, his = (hands.flores for hands in table.others)
    deals = better = 0
    for rank in np.unique(his[his > _silent(known, least)]):
        deals += table.pairs(partner < rank, his == rank)
        better += table.pairs(partner < rank, (his == rank) & (mine > rank))
    return FlorStanding(0, better, deals - better)


def _not_yet_sent(
    known: Known, table: Table, total: int, least: int, *, said: bool
) -> FlorStanding:
    """Return how my side stands where nobody has sent before it, as was ``said``.

    Then a side whose turn came before mine has nothing that it would send, and sends
    only where its holder speaks after mine.
    """
    mine, silent = _best(known, table, total), _silent(known, least)
    first = min(_turn(known, seat) for seat in _holders(known))
    anything = (np.True_, np.True_)
    may_send = [
        hands.flores < 0 if said and _turn(known, seat) < first else np.True_
        for hands, seat in zip(table.others, table.seats, strict=True)
    ]
    sent = _higher(table, silent, may_send)
    worse = _higher(table, np.maximum(mine, silent), may_send)
    unsent = table.deals() - (_higher(table, silent, anything) if said else sent)
    return FlorStanding(unsent, sent - worse, worse)


def _higher(table: Table, limit: NDArray[np.int64] | int, marks: Sequence[Marks]) -> int:
    """Count the deals of marked hands in which an opponent has a flor of a higher rank."""
    first, second = (
        np.asarray(mark & (hands.flores > limit))
        for mark, hands in zip(marks, table.others, strict=True)
    )
    return table.pairs(first, marks[1]) + table.pairs(marks[0] & ~first, second)


def _best(known: Known, table: Table, total: int) -> NDArray[np.int64]:
    """Return the best flor of my side for each hand of the partner, in a row of its own."""
    return np.maximum(rank_of(known, known.seat, total), table.partner.flores)[:, None]


def _silent(known: Known, least: int) -> int:
    """Return the rank up to which a flor, or none, is not sent."""
    return known.players * least


def _holders(known: Known) -> list[int]:
    """Return the seats of my side that are known to hold a flor, mine among them."""
    partner = (known.seat + 2) % known.players
    return [known.seat, *([partner] if known.flores[partner] else [])]


def _turn(known: Known, seat: int) -> int:
    return from_mano(known.players).index(seat)
