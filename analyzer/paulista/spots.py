"""From situations to what kernels take: cards become powers, seats arrays.

A power is a card's strength plus one; see ``analyzer.truco.kernels.hand``.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from analyzer.paulista.cards import (
    DECK,
    LOWEST_MANILHA,
    deck_cards,
    strength_of_cards,
)
from analyzer.paulista.rules import Rules
from analyzer.paulista.situation import Situation, TableState
from analyzer.truco.kernels import hand as k
from analyzer.truco.odds import Spot, packed

_DEALT = 3
_FAIR = DECK.ranks.index("A") + 1
_STRONG = LOWEST_MANILHA + 1


def viras(rules: Rules) -> tuple[int | None, ...]:
    """Return one vira of each rank, all that matters of it; ``None`` with fixed manilhas."""
    if rules.manilhas == "fixed":
        return (None,)
    return tuple(card for card in deck_cards(rules) if DECK.suit(card) == 0)


def deck_powers(rules: Rules, vira: int | None) -> NDArray[np.uint8]:
    """Return the powers of all cards in play, rising; uint8."""
    powers = sorted(strength + 1 for strength in strength_of_cards(rules, vira) if strength >= 0)
    return np.array(powers, np.uint8)


def dealt_spot(rules: Rules, players: int, vira: int | None = None) -> Spot:
    """Return a hand just dealt of which nothing is known but the vira.

    Without a vira, although the rules turn one up, it may be any.
    """
    turned = viras(rules) if vira is None else (vira,)
    return Spot(
        start=_fresh(rules, players),
        needs=np.full(players, _DEALT, np.int64),
        fixed=np.zeros(players, np.int64),
        decks=np.array([deck_powers(rules, card) for card in turned]),
    )


def spot_of(situation: Situation) -> Spot:
    """Return a situation as the one who asks sees it."""
    state = situation.table_state()
    known = {state.seat: state.mine}
    if state.partner:
        known[state.seat ^ 2] = state.partner
    return _spot(situation.rules, state, known)


def public_spot(situation: Situation) -> Spot:
    """Return a situation as a bystander sees it: only what was played openly is known."""
    spot = spot_of(situation)
    hand = situation.replay()
    lays = [lay for trick in hand.tricks for lay in trick.lays] + list(hand.table)
    shown = {lay.card for lay in lays if not lay.covered}
    strengths = strength_of_cards(situation.rules, situation.vira)
    hidden = [
        strength + 1
        for card, strength in enumerate(strengths)
        if strength >= 0 and card not in shown
    ]
    sizes = np.array([spot.size(seat) for seat in range(spot.players)], np.int64)
    return Spot(spot.start, sizes, np.zeros_like(sizes), np.array([sorted(hidden)], np.uint8))


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
    return Spot(start, needs, np.zeros(2, np.int64), public.decks)


def _fresh(rules: Rules, players: int) -> NDArray[np.int64]:
    """Return the state of a hand in which no card has fallen."""
    start = np.zeros(k.START_SIZE, np.int64)
    start[k.PLAYERS] = players
    start[k.LEADER] = 1
    start[k.BEST] = -1
    start[k.HOLDER] = k.TIED
    start[k.TIE_TO_FIRST] = rules.tie_lead == "first_tied"
    start[k.ALL_TIED] = {"dealer": 0, "mano": 1, "none": k.TIED}[rules.all_tied]
    start[k.FAIR] = _FAIR
    start[k.STRONG] = _STRONG
    return start


def _spot(rules: Rules, state: TableState, known: dict[int, tuple[int, ...]]) -> Spot:
    start = _fresh(rules, state.players)
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
    return Spot(start, needs, fixed, np.array([state.unseen + 1], np.uint8))


def _lay(start: NDArray[np.int64], seat: int, power: int) -> None:
    """Put one more card on the table."""
    if power > start[k.BEST]:
        start[k.BEST], start[k.HOLDER], start[k.FIRST_BEST] = power, seat & 1, seat
    elif power == start[k.BEST] and start[k.HOLDER] != seat & 1:
        start[k.HOLDER] = k.TIED
    start[k.LAID] += 1
