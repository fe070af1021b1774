"""The escuro, 11-11: every card is chance, so that only three ties favour a side [18]."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, product
from math import comb, factorial, perm, prod

from analyzer.paulista.rules import Rules
from analyzer.paulista.spots import dealt_spot

TRICKS = 3


@cache
def escuro_chances(rules: Rules, players: int) -> tuple[Fraction, Fraction, Fraction]:
    """Return the chances of the dealer's side, of the other, and that nobody wins.

    Both sides play the same random cards, whoever leads: a hand that is not
    tied three times is won by either with the same chance.
    """
    decks = dealt_spot(rules, players).decks
    tied = sum(_all_tied(deck.tolist(), players // 2) for deck in decks) / Fraction(len(decks))
    even = (1 - tied) / 2
    return {
        "dealer": (even + tied, even, Fraction(0)),
        "mano": (even, even + tied, Fraction(0)),
        "none": (even, even, tied),
    }[rules.all_tied]


def _all_tied(deck: Sequence[int], a_side: int) -> Fraction:
    """Return the chance that three tricks are tied, their cards being drawn one by one.

    ``deck`` has the powers of the cards, ``a_side`` players sit on either side.
    """
    copies = Counter(deck)
    # In how many places a tied trick may have so many highest cards, some on both sides.
    places: Counter[int] = Counter()
    for ours, theirs in product(range(1, a_side + 1), repeat=2):
        places[ours + theirs] += comb(a_side, ours) * comb(a_side, theirs)
    tied = [(power, highest) for power in sorted(copies) for highest in sorted(places)]
    ways = 0
    for tricks in combinations_with_replacement(tied, TRICKS):
        orders = factorial(TRICKS) // prod(map(factorial, Counter(tricks).values()))
        where = prod(places[highest] for _, highest in tricks)
        ways += orders * where * _draws(tricks, copies, 2 * a_side)
    return Fraction(ways, perm(len(deck), TRICKS * 2 * a_side))


def _draws(tricks: Sequence[tuple[int, int]], copies: Counter[int], cards: int) -> int:
    """Return in how many ways tricks can be drawn, given the highest power and how many of it.

    The tricks come by rising power; each has ``cards`` cards.
    """
    ways = 1
    for place, (power, highest) in enumerate(tricks):
        before = tricks[:place]
        equal = [number for other, number in before if other == power]
        used_lower = sum(cards - n for n in equal) + cards * (place - len(equal))
        lower = sum(n for other, n in copies.items() if other < power) - used_lower
        ways *= _ordered(copies[power] - sum(equal), highest) * _ordered(lower, cards - highest)
    return ways


def _ordered(cards: int, drawn: int) -> int:
    """Return in how many orders cards can be drawn; more cannot be drawn than there are."""
    return perm(cards, drawn) if cards >= drawn else 0
