"""Cards as the solver numbers them: every suit has a lane of 16 bits in a mask.

A card is ``16 * suit + rank``, so that a shift tells its suit, and sums of masks carry into
the four empty bits at the end of a lane instead of into the next suit. Outside the solver
a card is ``12 * suit + rank``.
"""

from __future__ import annotations

from analyzer.core.jit import kernel

NO_CARD = 63
"""Stands for no card: a rank of bastos that does not exist."""

SUIT = 0xFFF
"""The twelve cards of the first suit."""

RANK = 1 | 1 << 16 | 1 << 32 | 1 << 48
"""The four cards of the lowest rank."""

ALL = SUIT * RANK
LOW = 0x7F * RANK
"""The cards without points."""

DEAR = ALL ^ LOW
"""The cards with points."""

FIRST_DEAR = 7
"""The lowest rank that is worth a point; every rank above is worth one more [2]."""


@kernel
def lanes_of(mask: int) -> int:
    """Return a mask of twelve bits a suit as lanes."""
    lanes = 0
    for suit in range(4):
        lanes |= (mask >> (12 * suit) & SUIT) << (16 * suit)
    return lanes


@kernel
def lane_card(card: int) -> int:
    """Return the solver's number of a card."""
    return card + 4 * (card // 12)


@kernel
def house_card(card: int) -> int:
    """Return the number outside the solver of one of its cards."""
    return card - 4 * (card >> 4)


@kernel
def suit_lane(suit: int) -> int:
    """Return the cards of a suit."""
    return SUIT << (16 * suit)


@kernel
def higher(card: int) -> int:
    """Return the cards above one in its suit, and all of the suits after it."""
    return -(2 << card)


@kernel
def points_of(card: int) -> int:
    """Return what a card is worth [2]."""
    rank = card & 15
    return rank - FIRST_DEAR + 1 if rank >= FIRST_DEAR else 0


@kernel
def takes(card: int, best: int, trump: int) -> bool:
    """Whether a card beats the one that is winning [10]."""
    return card > best if card >> 4 == best >> 4 else card >> 4 == trump
