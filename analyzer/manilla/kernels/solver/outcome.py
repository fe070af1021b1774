"""Who wins a trick that is under way: often it is fixed before everybody has played.

An answer is the sum of `MINE`, when the side of the player to act may still win the
trick, `THEIRS`, when the others may, and `OURS_TO_TAKE`, when his side wins it if both
play for this trick alone.
"""

from __future__ import annotations

from analyzer.core.jit import kernel
from analyzer.manilla.kernels.bits import highest, lowest
from analyzer.manilla.kernels.solver.lanes import higher, suit_lane

MINE = 1
THEIRS = 2
OURS_TO_TAKE = 4

_WON = MINE | OURS_TO_TAKE


@kernel
def outcome_after(
    place: int,
    after: int,
    opposite: int,
    before: int,
    led: int,
    best: int,
    against: bool,
    trump: int,
) -> int:
    """Return the outcome for the next player, once a card has been played.

    Parameters
    ----------
    place
        Of the card in the trick, from 0.
    after, opposite, before
        The hands of the others, as they sit after the player of the card.
    led
        The suit led.
    best
        The card that is winning.
    against
        Whether the next player faces an opponent's card.
    trump
        The suit of triunfo.
    """
    if place == 0:
        return _three_to_act(after, opposite, before, led, best, against, trump)
    if place == 1:
        return _two_to_act(after, opposite, led, best, against, trump)
    if place == 2:
        return _one_to_act(after, led, best, against, trump)
    return THEIRS if against else _WON


@kernel
def _one_to_act(hand: int, led: int, best: int, against: bool, trump: int) -> int:
    return THEIRS if against and not _beating(hand, led, best, trump) else _WON


@kernel
def _two_to_act(hand: int, last: int, led: int, best: int, against: bool, trump: int) -> int:
    beating = _beating(hand, led, best, trump)
    if beating == 0:
        return _turned(_one_to_act(last, led, best, not against, trump))
    high, low = highest(beating), lowest(beating)
    found = _turned(_one_to_act(last, led, high, True, trump))
    if low != high:
        found |= _turned(_one_to_act(last, led, low, True, trump))
    if _may_leave(hand, led, beating, against):
        found |= _turned(_one_to_act(last, led, best, not against, trump))
    return found


@kernel
def _three_to_act(
    hand: int, then: int, last: int, led: int, best: int, against: bool, trump: int
) -> int:
    beating = _beating(hand, led, best, trump)
    if beating == 0:
        return _turned(_two_to_act(then, last, led, best, not against, trump))
    high, low = highest(beating), lowest(beating)
    found = _turned(_two_to_act(then, last, led, high, True, trump))
    if low != high:
        found |= _turned(_two_to_act(then, last, led, low, True, trump))
    if _may_leave(hand, led, beating, against):
        found |= _turned(_two_to_act(then, last, led, best, not against, trump))
    return found


@kernel
def _beating(hand: int, led: int, best: int, trump: int) -> int:
    """Return the cards that follow suit and beat the best one, else the trumps that do."""
    follow = hand & suit_lane(led)
    if follow:
        return follow & higher(best) if best >> 4 == led else 0
    trumps = hand & suit_lane(trump)
    return trumps & higher(best) if best >> 4 == trump else trumps


@kernel
def _may_leave(hand: int, led: int, beating: int, against: bool) -> bool:
    """Whether a player with cards that beat may leave the trick to who is winning it."""
    if against:
        return False
    follow = hand & suit_lane(led)
    return beating != (follow or hand)


@kernel
def _turned(outcome: int) -> int:
    """Return an outcome as the other side sees it."""
    return ((outcome & MINE) << 1) | ((outcome & THEIRS) >> 1) | (~outcome & OURS_TO_TAKE)
