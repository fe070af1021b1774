"""What may be played, and what wins, for cards as masks.

Cards are ``12 * suit + rank``. Everything takes and returns integers only: a call that
takes an array costs as much as playing the card.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from analyzer.core.jit import kernel

Ints = NDArray[np.int64]

_SUIT = 0xFFF


@kernel
def suit_mask(suit: int) -> int:
    """Return all cards of a suit."""
    return _SUIT << (12 * suit)


@kernel
def above(card: int) -> int:
    """Return the cards of the same suit that are higher."""
    return suit_mask(card // 12) & -(2 << card)


@kernel
def beats(card: int, best: int, trump: int) -> bool:
    """Whether a card beats the one that is winning [10]."""
    if card // 12 == best // 12:
        return card > best
    return card // 12 == trump


@kernel
def legal_mask(held: int, led: int, best: int, against: bool, trump: int, undertrump: bool) -> int:
    """Return the cards of a hand that may be played [6-9].

    Parameters
    ----------
    held
        The mask of the hand.
    led
        The suit led, -1 for the leader.
    best
        The card that is winning.
    against
        Whether an opponent is winning.
    trump
        The suit of triunfo.
    undertrump
        Whether trumps that are too low must be played all the same.
    """
    if led < 0:
        return held
    follow = held & suit_mask(led)
    if follow:
        beating = follow & above(best)  # none when the trick has been trumped
        return beating if against and beating else follow
    trumps = held & suit_mask(trump)
    if not against or not trumps:
        return held
    beating = trumps & above(best) if best // 12 != led else trumps
    if beating:
        return beating
    return trumps if undertrump else held


@kernel
def shown_voids(seat: int, card: int, led: int, best: int, against: bool, trump: int) -> int:
    """Return the suits that a card shows its player not to have, as ``4 * seat + suit`` bits.

    Parameters
    ----------
    seat, card
        Who has played which card, not the leader.
    led, best
        The suit led and the card that was winning.
    against
        Whether an opponent was winning.
    trump
        The suit of triunfo.
    """
    suit = card // 12
    if suit == led:
        return 0
    found = 1 << led
    if against and suit != trump and best // 12 != trump:
        found |= 1 << trump
    return found << (4 * seat)
