"""From hands in progress to what kernels take: cards become powers, seats arrays.

A power is a card's strength plus one; see ``analyzer.truco.kernels.hand``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from analyzer.truco.kernels import hand as k
from analyzer.truco.referee.hand import DEALT
from analyzer.truco.situation.situation import TrucoSituation
from analyzer.truco.situation.state import TableState
from analyzer.truco.spot import Spot, cards_of, packed


def fresh_start(
    players: int, *, all_tied: int, fair: int, strong: int, tie_to_first: bool = False
) -> NDArray[np.int64]:
    """Return the state of a hand in which no card has fallen.

    Parameters
    ----------
    players
        2 or 4.
    all_tied
        Who wins three tied tricks: side 0, side 1, or 2 for nobody.
    fair, strong
        Strengths from which on a partner's best card is worth noting, and is strong.
    tie_to_first
        Whether the seat that first played the highest card leads after a tie.
    """
    start = np.zeros(k.START_SIZE, np.int64)
    start[k.PLAYERS] = players
    start[k.LEADER] = 1
    start[k.BEST] = -1
    start[k.HOLDER] = k.TIED
    start[k.TIE_TO_FIRST] = tie_to_first
    start[k.ALL_TIED] = all_tied
    start[k.FAIR] = fair + 1
    start[k.STRONG] = strong + 1
    return start


def powers_of(strengths: Sequence[int]) -> NDArray[np.uint8]:
    """Return the powers of all cards in play, rising; uint8.

    Parameters
    ----------
    strengths
        The strength of every card, -1 for those out of play.
    """
    return np.array(sorted(one + 1 for one in strengths if one >= 0), np.uint8)


def dealt(start: NDArray[np.int64], decks: Sequence[NDArray[np.uint8]]) -> Spot:
    """Return a hand just dealt from one of these decks, of which nothing else is known."""
    players = int(start[k.PLAYERS])
    return Spot(
        start=start,
        needs=np.full(players, DEALT, np.int64),
        fixed=np.zeros(players, np.int64),
        decks=np.array(decks),
    )


def holding(dealt: Spot, seat: int, hand: int) -> Spot:
    """Return the hand just dealt in which a seat is known to hold a packed hand."""
    needs, fixed = dealt.needs.copy(), dealt.fixed.copy()
    needs[seat], fixed[seat] = 0, hand
    deck = list(dealt.decks[0])
    for power in cards_of(hand):
        deck.remove(power)
    return Spot(dealt.start, needs, fixed, np.array([deck], np.uint8))


def as_asked(situation: TrucoSituation, start: NDArray[np.int64]) -> Spot:
    """Return a situation as the one who asks sees it; ``start`` is the state of its deal."""
    state = situation.table_state()
    known = {state.seat: state.mine}
    if state.partner:
        known[state.seat ^ 2] = state.partner
    return _spot(start, state, known)


def as_shown(situation: TrucoSituation, start: NDArray[np.int64]) -> Spot:
    """Return a situation as a bystander sees it: only what was played openly is known."""
    spot = as_asked(situation, start)
    hand = situation.replay()
    lays = [lay for trick in hand.tricks for lay in trick.lays] + list(hand.table)
    shown = {lay.card for lay in lays if not lay.covered}
    hidden = powers_of([hand.strength(card) for card in hand.cards if card not in shown])
    sizes = np.array([spot.size(seat) for seat in range(spot.players)], np.int64)
    return Spot(spot.start, sizes, np.zeros_like(sizes), hidden[None, :], spot.first_cards)


def after_card(public: Spot, power: int) -> Spot:
    """Return a hand, as a bystander sees it, after the player whose turn it was laid a card."""
    seat, start, needs = public.turn, public.start.copy(), public.needs.copy()
    _lay(start, seat, power)
    needs[seat] -= 1
    deck = list(public.decks[0])
    deck.remove(power)
    return Spot(start, needs, public.fixed, np.array([deck], np.uint8))


def stand_in(public: Spot, seat: int) -> Spot:
    """Return the two-player game that stands for one player's chances.

    With two players it is the hand itself. With four, the player's side has his
    cards alone, and one unknown opponent stands for the other side. Sides,
    finished tricks and the strongest card on the table stay as they are. The
    opponent has played to the trick under way if his side has and is not to
    move; then he holds one card less.

    Parameters
    ----------
    public
        The hand as a bystander sees it.
    seat
        The player whose chances are asked for.
    """
    start = public.start.copy()
    side = seat & 1
    order = [(int(start[k.LEADER]) + i) % public.players for i in range(public.players)]
    laid = order[: int(start[k.LAID])]
    to_move = public.turn & 1
    mine_laid = seat in laid
    theirs_laid = to_move == side and any(other & 1 != side for other in laid)
    start[k.PLAYERS] = 2
    start[k.LAID] = int(mine_laid) + int(theirs_laid)
    # With both cards there the trick is over; who led it leads after a tie.
    start[k.LEADER] = (start[k.LEADER] if start[k.LAID] == 2 else to_move + start[k.LAID]) & 1
    start[k.FIRST_BEST] = int(start[k.FIRST_BEST]) & 1
    left = 3 - int(start[k.TRICK])
    needs = np.zeros(2, np.int64)
    needs[side] = left - int(mine_laid)
    needs[1 - side] = left - int(theirs_laid)
    return Spot(start, needs, np.zeros(2, np.int64), public.decks, public.first_cards)


def _spot(
    start: NDArray[np.int64], state: TableState, known: Mapping[int, tuple[int, ...]]
) -> Spot:
    start = start.copy()
    start[k.TRICK] = state.trick
    if state.results:
        start[k.FIRST_RESULT] = state.results[0]
    start[k.LEADER] = state.leader
    for seat, strength in state.table:
        _lay(start, seat, strength + 1)
    fixed = np.zeros(state.players, np.int64)
    for seat, strengths in known.items():
        fixed[seat] = packed([strength + 1 for strength in strengths])
    needs = np.array(
        [left - len(known.get(seat, ())) for seat, left in enumerate(state.left)], np.int64
    )
    unseen = np.array([state.unseen + 1], np.uint8)
    return Spot(start, needs, fixed, unseen, state.first_cards)


def _lay(start: NDArray[np.int64], seat: int, power: int) -> None:
    """Put one more card on the table."""
    if power > start[k.BEST]:
        start[k.BEST], start[k.HOLDER], start[k.FIRST_BEST] = power, seat & 1, seat
    elif power == start[k.BEST] and start[k.HOLDER] != seat & 1:
        start[k.HOLDER] = k.TIED
    start[k.LAID] += 1
