"""Points that one side surely wins, found without a search.

Every bound comes with the cards it relies on, see the head of the package.
"""

from __future__ import annotations

import numpy as np

from analyzer.core.jit import kernel
from analyzer.manilla.kernels.bits import highest, lowest, size
from analyzer.manilla.kernels.solver.lanes import (
    FIRST_DEAR,
    LOW,
    RANK,
    SUIT,
    higher,
    points_of,
    suit_lane,
)

_DEARS = 5
_RANKS = 12

_WORTH = np.array([sum(n + 1 for n in range(_DEARS) if m >> n & 1) for m in range(32)], np.int64)
"""The points of a set of dear cards of one suit, the lowest of them as bit 0."""

_CHEAPEST = np.array(
    [
        [sum(sorted(n + 1 for n in range(_DEARS) if m >> n & 1)[:several]) for several in range(6)]
        for m in range(32)
    ],
    np.int64,
)
"""The points of the cheapest so many of such a set."""


@kernel
def top_trumps(after: int, before: int, lead: int, opposite: int, trump: int) -> tuple[int, int]:
    """Return what the side that is not on lead wins by trumps above all of the leader's side.

    Their points are safe, and one hand's trumps win a trick each.

    Parameters
    ----------
    after, before
        The two hands of the side.
    lead, opposite
        The hands of the leader and his partner.
    trump
        The suit of triunfo.

    Returns
    -------
    tuple
        The points, and the trumps.
    """
    theirs = (after | before) & suit_lane(trump)
    ours = (lead | opposite) & suit_lane(trump)
    masters = theirs & higher(highest(ours)) if ours else theirs
    points = _WORTH[masters >> (16 * trump + FIRST_DEAR) & 31]
    return points + max(size(masters & after), size(masters & before)), masters


@kernel
def sure_points(
    lead: int, after: int, opposite: int, before: int, trump: int, tricks: int, total: int
) -> tuple[int, int]:
    """Return points that the leader's side wins by a plan of sure tricks.

    The plan: draw trumps and cash what nobody can beat or trump, go over to the partner by
    a winner or a ruff, cash again, and so on; the trumps above all of theirs that are left
    then win a trick each. An opponent who holds trumps follows suit in every trick that
    is counted, so his lengths are known; one who holds none cannot hurt.

    Parameters
    ----------
    lead, after, opposite, before
        The hands in playing order.
    trump
        The suit of triunfo.
    tricks
        How many are to be played.
    total
        All points that are still to be won.

    Returns
    -------
    tuple
        The points, and the cards relied on.
    """
    mine, his = lead, opposite
    trumps_after = size(after & suit_lane(trump))
    trumps_before = size(before & suit_lane(trump))
    thrown, thrown_by_his = 0, 0  # discards of the two hands, still among their cards
    rounds = 0  # played in each suit, 8 bits for each
    relied = 0
    points = 0
    won = 0
    while True:
        for turn in range(4):
            suit = (trump + turn) & 3
            shift = 16 * suit
            own, other = mine >> shift & SUIT, his >> shift & SUIT
            if own == 0:
                continue
            x, y = after >> shift & SUIT, before >> shift & SUIT
            most, most_tricks = _RANKS, tricks - won
            if turn > 0:
                spare = min(_spare(mine, thrown, trump), _spare(his, thrown_by_his, trump))
                most_tricks = min(most_tricks, spare)
                most = min(
                    size(x) if trumps_after > 0 else _RANKS,
                    size(y) if trumps_before > 0 else _RANKS,
                )
            played = rounds >> (8 * suit) & 15
            rest, fallen, cashed, gained, marks = _cash(own, other, x, y, played, most, most_tricks)
            thrown_by_his += cashed - size(other ^ fallen)
            mine ^= (own ^ rest) << shift
            his ^= (other ^ fallen) << shift
            rounds += cashed << (8 * suit)
            won += cashed
            points += gained
            relied |= marks << shift
            if turn == 0:
                trumps_after -= cashed
                trumps_before -= cashed
        if won >= tricks:
            return total, relied
        suit, ruff = _entry(
            mine,
            his,
            after,
            before,
            trump,
            rounds,
            trumps_after > 0,
            trumps_before > 0,
            _spare(mine, thrown, trump) > 0,
            _spare(his, thrown_by_his, trump) > 0,
        )
        if suit < 0:
            break
        own = mine & suit_lane(suit)
        if ruff:
            led, card = highest(own), lowest(his & suit_lane(trump))
        else:
            led, card = lowest(own), highest(his & suit_lane(suit))
            relied |= 1 << card
        mine ^= 1 << led
        his ^= 1 << card
        points += points_of(card) + points_of(led) + 1
        rounds += 1 << (8 * suit)
        won += 1
        if suit == trump:
            trumps_after -= 1
            trumps_before -= 1
        if won >= tricks:
            return total, relied
        mine, his = his, mine
        thrown, thrown_by_his = thrown_by_his, thrown
    mine, his, kept_mine, kept_his, gained, marks = _cash_top_trumps(
        mine, his, after | before, trump, tricks - won
    )
    points += gained
    relied |= marks
    if won:
        side = ~suit_lane(trump)  # a trump that is thrown would take the trick
        points += _dearest(mine & side, won - (tricks - kept_mine - size(mine)))
        points += _dearest(his & side, won - (tricks - kept_his - size(his)))
        points += _cheapest(after, rounds, won) + _cheapest(before, rounds, won)
    return points, relied


@kernel
def _spare(hand: int, thrown: int, trump: int) -> int:
    """Return how many cards a hand can part with before it has nothing left but trumps.

    Then it would have to trump its own partner's winners, and have the lead.
    """
    if not hand & suit_lane(trump):
        return _RANKS
    return size(hand & ~suit_lane(trump)) - thrown


@kernel
def _cash(
    own: int, other: int, x: int, y: int, played: int, most: int, tricks: int
) -> tuple[int, int, int, int, int]:
    """Lead winners of a suit as long as they surely win, and the partner cannot but give his least.

    Parameters
    ----------
    own, other, x, y
        What the player, his partner and the two opponents have of the suit, from bit 0;
        of the opponents also the ``played`` cards that they have put on earlier rounds.
    played, most
        Rounds of the suit so far, and how many are safe from trumps.
    tricks
        How many are left.

    Returns
    -------
    tuple
        The cards of the player and of his partner that remain, the number of tricks,
        their points, and the cards relied on.
    """
    high = highest(x | y) if x | y else -1
    longest = max(size(x), size(y))
    cashed = 0
    points = 0
    relied = 0
    while own and played + cashed < most and cashed < tricks:
        card = highest(own)
        least = lowest(other) if other else -1
        if least > card or (card <= high and played + cashed < longest):
            break
        if card > high or other:
            relied |= 1 << card
        if other:
            points += points_of(least)
            other ^= 1 << least
        own ^= 1 << card
        points += points_of(card) + 1
        cashed += 1
    return own, other, cashed, points, relied


@kernel
def _entry(
    mine: int,
    his: int,
    after: int,
    before: int,
    trump: int,
    rounds: int,
    after_trumps: bool,
    before_trumps: bool,
    may_lead: bool,
    may_follow: bool,
) -> tuple[int, bool]:
    """Return the suit in which the partner takes over, -1 for none, and whether by a ruff.

    Parameters
    ----------
    mine, his, after, before, trump, rounds
        See `sure_points`.
    after_trumps, before_trumps
        Whether the opponents hold trumps.
    may_lead, may_follow
        Whether the two hands can spare a card that is no trump.
    """
    ruffed = -1
    for suit in range(4):
        shift = 16 * suit
        own, other = mine >> shift & SUIT, his >> shift & SUIT
        if own == 0:
            continue
        x, y = after >> shift & SUIT, before >> shift & SUIT
        played = rounds >> (8 * suit) & 15
        if suit != trump and (
            not may_lead
            or (after_trumps and size(x) <= played)
            or (before_trumps and size(y) <= played)
        ):
            continue
        if other == 0:
            if ruffed < 0 and suit != trump and his & suit_lane(trump):
                ruffed = suit
            continue
        card = highest(other)
        if card < lowest(own) or (suit != trump and not may_follow):
            continue
        if card > highest(x | y | 1) or played >= max(size(x), size(y)):
            return suit, False
    return ruffed, True


@kernel
def _cash_top_trumps(
    mine: int, his: int, theirs: int, trump: int, tricks: int
) -> tuple[int, int, int, int, int, int]:
    """Count the trumps above all of theirs: those of one hand win a trick each.

    Returns
    -------
    tuple
        The two hands without the trumps that were counted, how many each had of these,
        the points, and the cards relied on.
    """
    against = theirs & suit_lane(trump)
    masters = (mine | his) & suit_lane(trump)
    if against:
        masters &= higher(highest(against))
    own, other = mine & masters, his & masters
    longer = own if size(own) >= size(other) else other
    counted = 0
    points = 0
    while longer and size(counted) < tricks:
        card = highest(longer)
        longer ^= 1 << card
        counted |= 1 << card
        points += points_of(card) + 1
    return (
        mine & ~counted,
        his & ~counted,
        size(mine & counted),
        size(his & counted),
        points,
        masters,
    )


@kernel
def _dearest(hand: int, several: int) -> int:
    """Return the points of the dearest so many cards of a hand."""
    points = 0
    worth = _DEARS
    while several > 0 and worth > 0:
        found = min(several, size(hand >> (FIRST_DEAR - 1 + worth) & RANK))
        points += found * worth
        several -= found
        worth -= 1
    return points


@kernel
def _cheapest(hand: int, rounds: int, won: int) -> int:
    """Return the least points that an opponent's hand puts on so many tricks.

    Parameters
    ----------
    hand
        The hand.
    rounds
        How many of them were led in each suit, 8 bits a suit.
    won
        How many they are.
    """
    followed = 0
    for suit in range(4):
        cards = hand >> (16 * suit) & SUIT
        several = (rounds >> (8 * suit) & 15) - size(cards & LOW)
        if several > 0:
            followed += _CHEAPEST[cards >> FIRST_DEAR, min(several, _DEARS)]
    anything = 0
    several = won - size(hand & LOW)
    worth = 1
    while several > 0 and worth <= _DEARS:
        found = min(several, size(hand >> (FIRST_DEAR - 1 + worth) & RANK))
        anything += found * worth
        several -= found
        worth += 1
    return max(followed, anything)
