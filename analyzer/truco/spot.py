"""A hand in progress as kernels take it, and the classes of what is not known of it.

A hand of cards is packed into one integer, see ``analyzer.truco.kernels.hand``; hands that
are equally strong are one class, which stands for so many ways of dealing it.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from analyzer.truco.kernels import hand as k
from analyzer.truco.kernels.enumeration import ways

Ints = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Spot:
    """A hand in progress with what is known of it.

    Attributes
    ----------
    start
        The state in the kernels' form, ``START_SIZE`` integers.
    needs
        For each seat how many of its cards are unknown.
    fixed
        For each seat its known cards, packed.
    decks
        Powers of the unseen cards, one row for each deck they may be.
    first_cards
        With two players the powers of the first trick, the mão's and the
        dealer's, 0 until they fall: who mixes remembers them.
    """

    start: Ints
    needs: Ints
    fixed: Ints
    decks: NDArray[np.uint8]
    first_cards: tuple[int, int] = (0, 0)

    @property
    def players(self) -> int:
        """Number of players."""
        return int(self.start[k.PLAYERS])

    @property
    def counts(self) -> Ints:
        """How many unseen cards there are of each power."""
        if len(self.decks) != 1:
            raise ValueError("only one deck can be counted at a time")
        return np.bincount(self.decks[0], minlength=k.POWERS + 1).astype(np.int64)

    @property
    def turn(self) -> int:
        """The seat that plays next."""
        return int(self.start[k.LEADER] + self.start[k.LAID]) % self.players

    @property
    def always_won(self) -> bool:
        """Whether the rules and the first trick leave no hand undecided."""
        decided = self.start[k.TRICK] > 0 and self.start[k.FIRST_RESULT] != k.TIED
        return bool(decided or self.start[k.ALL_TIED] != k.TIED)

    def size(self, seat: int) -> int:
        """Return how many cards a seat still holds."""
        return int(self.needs[seat]) + len(cards_of(int(self.fixed[seat])))

    def hidden(self, seat: int) -> Spot:
        """Return the spot as seen by somebody who does not know a seat's cards."""
        needs, fixed = self.needs.copy(), self.fixed.copy()
        known = cards_of(int(fixed[seat]))
        needs[seat] += len(known)
        fixed[seat] = 0
        decks = np.array([sorted([*row, *known]) for row in self.decks], np.uint8)
        return replace(self, needs=needs, fixed=fixed, decks=decks)


def cards_of(hand: int) -> list[int]:
    """Return the powers in a packed hand, highest first."""
    return [power for power in (hand & 255, (hand >> 8) & 255, hand >> 16) if power]


def packed(powers: Sequence[int]) -> int:
    """Return up to three powers as a packed hand."""
    a, b, c = [*powers, 0, 0, 0][:3]
    return int(k.pack(a, b, c))


def hand_classes(counts: Ints, size: int) -> Ints:
    """Return the packed hands of a size that the counted cards can make up."""
    held = [power for power in range(k.POWERS, 0, -1) if counts[power] > 0]
    hands = (packed(powers) for powers in itertools.combinations_with_replacement(held, size))
    return np.array([hand for hand in hands if ways(hand, counts) > 0], np.int64)


def ways_of(hands: Ints, counts: Ints) -> Ints:
    """Return in how many ways the counted cards make up each packed hand."""
    return np.array([ways(hand, counts) for hand in hands], np.int64)


def rows_of_size(size: int) -> int:
    """Return how many hands of a size kernels tell apart."""
    return {3: k.TRIPLES, 2: k.PAIRS, 1: k.POWERS, 0: 1}[size]


def row_numbers(hands: Ints) -> Ints:
    """Return the rows of packed hands in a kernel's result."""
    return np.array([k.hand_index(hand) for hand in hands], np.int64)


def together(hands: Ints, known: int) -> Ints:
    """Return packed hands with known cards added to each."""
    if known == 0:
        return hands
    return np.array([packed([*cards_of(int(hand)), *cards_of(known)]) for hand in hands])
