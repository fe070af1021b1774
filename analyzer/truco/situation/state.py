"""A hand in progress in seats and strengths."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from analyzer.truco.referee.hand import DEALT, Lay, TrucoHand
from analyzer.truco.situation.replay import Replay

_COVERED = -1


@dataclass(frozen=True, eq=False)
class TableState:
    """A hand in progress in seats and strengths, as kernels take it.

    Attributes
    ----------
    players
        2 or 4.
    seat
        The seat of the one who asks; seat 0 deals, seat 1 leads the first trick.
    trick
        The number of the trick under way, from 0.
    results
        The finished tricks: side 0, side 1, or 2 for a tie.
    leader
        The seat that leads the trick under way.
    table
        The cards of the trick under way in the order they fell: seat and
        strength, -1 for a covered card.
    left
        How many cards each seat still holds.
    mine
        The strengths of the cards that the one who asks still holds, in the
        order of ``TrucoSituation.my_cards``.
    partner
        The strengths of the known cards that the partner still holds.
    unseen
        The strengths of all cards whose place is unknown, rising; int8, shape (n,).
    unseen_counts
        How often each strength is among them; int64, shape (strengths,).
    first_cards
        With two players the powers of the finished first trick, the first
        player's and the dealer's; 0 before, and for covered cards.
    """

    players: int
    seat: int
    trick: int
    results: tuple[int, ...]
    leader: int
    table: tuple[tuple[int, int], ...]
    left: tuple[int, ...]
    mine: tuple[int, ...]
    partner: tuple[int, ...]
    unseen: NDArray[np.int8]
    unseen_counts: NDArray[np.int64]
    first_cards: tuple[int, int] = (0, 0)


def table_state(now: Replay, strengths: int) -> TableState:
    """Return what a replay has led to, in a game with so many different strengths."""
    hand = now.hand
    played = [lay.seat for trick in hand.tricks for lay in trick.lays]
    played += [lay.seat for lay in hand.table]
    unseen = np.array(sorted(hand.strength(card) for card in now.unseen()), dtype=np.int8)
    return TableState(
        players=hand.players,
        seat=now.seat,
        trick=len(hand.tricks),
        results=tuple(trick.winner for trick in hand.tricks),
        leader=hand.leader,
        table=tuple((lay.seat, _on_table(lay, hand)) for lay in hand.table),
        left=tuple(DEALT - played.count(seat) for seat in range(hand.players)),
        mine=tuple(hand.strength(card) for card in hand.held[now.seat] or ()),
        partner=tuple(hand.strength(card) for card in now.partner_left()),
        unseen=unseen,
        unseen_counts=np.bincount(unseen, minlength=strengths),
        first_cards=_first_cards(hand),
    )


def _first_cards(hand: TrucoHand) -> tuple[int, int]:
    if hand.players != 2 or not hand.tricks:
        return 0, 0
    first, second = (_on_table(lay, hand) + 1 for lay in hand.tricks[0].lays)
    return first, second


def _on_table(lay: Lay, hand: TrucoHand) -> int:
    return _COVERED if lay.covered or lay.card is None else hand.strength(lay.card)
