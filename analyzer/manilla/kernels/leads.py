"""Block kernel: what mano's first card leads to, by its kind, in the same deals."""

from __future__ import annotations

import numpy as np

from analyzer.core.jit import kernel
from analyzer.core.rng import below_high, deal_key, word
from analyzer.manilla.cards import ALL_CARDS
from analyzer.manilla.kernels.bits import nth, size
from analyzer.manilla.kernels.expert import BY_CHANCE, KIND, lead_card
from analyzer.manilla.kernels.legal import Ints, suit_mask
from analyzer.manilla.kernels.play import LEADER, PLAY_WORDS, START, TRUMP, UNDERTRUMP, play_out
from analyzer.manilla.kernels.sample import deal_all, trump_of

(
    TRUMP_MANILLA,
    OTHER_TRUMP,
    MANILLA,
    ACE_BESIDE,
    ACE_ALONE,
    UNDER_MANILLA,
    FIGURE,
    LOW,
) = range(8)
"""Kinds of first cards: the manilla of trumps and any other trump; of side suits the manilla; the
ace, with the suit's manilla in hand and without; any other card of a suit whose manilla is in
hand; without it a figure, and a card that counts nothing.
"""

KINDS = 8

DEALT, HELD, LED, POINTS, SQUARES, BEHIND, BEHIND_SQUARES = range(7)
"""What is counted: hands; those that hold a card of a kind, and how many of them lead one by
themselves; the points of mano's pair after any such card, and their squares; how many fewer these
are than after the card that mano leads by itself, and the squares.
"""

SHAPE = (4, 13, KINDS, 7)
"""By seat, of which only mano leads, by number of trumps in hand, and by kind of card."""

_MANO = 1
_DRAWS = 49
"""The random word that says which card of the first kind is led; others follow."""

_MANILLA_BIT = 1 << 11
_ACE_BIT = 1 << 10
_FIGURES = 0b111 << 7
_LOWS = 0b1111111


@kernel
def cards_of_kinds(hand: int, trump: int, cards: Ints) -> None:
    """Fill in the mask of a hand's cards of each kind."""
    cards[:] = 0
    for suit in range(4):
        held = (hand >> (12 * suit)) & suit_mask(0)
        manilla = held & _MANILLA_BIT
        if suit == trump:
            cards[TRUMP_MANILLA] = manilla << (12 * suit)
            cards[OTHER_TRUMP] = (held ^ manilla) << (12 * suit)
            continue
        ace = held & _ACE_BIT
        rest = held ^ manilla ^ ace
        cards[MANILLA] |= manilla << (12 * suit)
        if manilla:
            cards[ACE_BESIDE] |= ace << (12 * suit)
            cards[UNDER_MANILLA] |= rest << (12 * suit)
        else:
            cards[ACE_ALONE] |= ace << (12 * suit)
            cards[FIGURE] |= (rest & _FIGURES) << (12 * suit)
            cards[LOW] |= (rest & _LOWS) << (12 * suit)


@kernel
def first_card(hand: int, trump: int, key: np.uint64, ways: Ints) -> int:
    """Return the card that mano leads by itself."""
    if ways[_MANO, KIND] == BY_CHANCE:
        return nth(hand, below_high(word(key, PLAY_WORDS), size(hand)))
    return lead_card(hand, trump, ALL_CARDS & ~hand, 0, _MANO, ways)


@kernel
def by_lead(
    first: int, last: int, seed: np.uint64, shown: bool, undertrump: bool, ways: Ints
) -> Ints:
    """Play every deal out after any of mano's cards of each kind, and after its own choice.

    The parameters are those of ``analyzer.manilla.kernels.sample.simulate``, and so are the deals.

    Returns
    -------
    ndarray
        Of shape ``SHAPE``.
    """
    deck = np.zeros(48, np.int64)
    hands = np.zeros(4, np.int64)
    held = np.zeros(4, np.int64)
    cards = np.zeros(KINDS, np.int64)
    start = np.zeros(START, np.int64)
    start[LEADER] = _MANO
    start[UNDERTRUMP] = undertrump
    sums = np.zeros(SHAPE, np.int64)
    for deal in range(first, last):
        key = deal_key(seed, deal)
        deal_all(deck, key, hands)
        trump = trump_of(deck, key, shown)
        start[TRUMP] = trump
        own = first_card(hands[_MANO], trump, key, ways)
        cards_of_kinds(hands[_MANO], trump, cards)
        trumps = size(hands[_MANO] & suit_mask(trump))
        held[:] = hands
        best = play_out(held, start, ways, key, own) & 127
        for kind in range(KINDS):
            count = sums[_MANO, trumps, kind]
            count[DEALT] += 1
            if cards[kind] == 0:
                continue
            card = nth(cards[kind], below_high(word(key, _DRAWS + kind), size(cards[kind])))
            held[:] = hands
            points = play_out(held, start, ways, key, card) & 127
            count[HELD] += 1
            count[LED] += (cards[kind] >> own) & 1
            count[POINTS] += points
            count[SQUARES] += points * points
            count[BEHIND] += best - points
            count[BEHIND_SQUARES] += (best - points) ** 2
    return sums
