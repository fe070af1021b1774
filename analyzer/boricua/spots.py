"""From boricua situations and deals to what kernels take of the tricks.

A power is a card's strength plus one; see ``analyzer.truco.kernels.hand``.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from analyzer.boricua.cards import DECK, STRENGTH
from analyzer.boricua.referee.hand import ALL_TIED
from analyzer.boricua.situation import Situation
from analyzer.truco.spot import Spot
from analyzer.truco.spots import as_asked, as_shown, dealt, fresh_start, powers_of

FAIR = STRENGTH[DECK.parse("3O", "strengths")]
STRONG = STRENGTH[DECK.parse("7O", "strengths")]
"""From a three on a partner's best card is worth noting, from the 7O on it is strong."""


def deck_powers() -> NDArray[np.uint8]:
    """Return the powers of all 22 cards, rising; uint8."""
    return powers_of(STRENGTH)


def dealt_spot(players: int) -> Spot:
    """Return a hand just dealt of which nothing is known."""
    return dealt(_start(players), [deck_powers()])


def spot_of(situation: Situation) -> Spot:
    """Return a situation as the one who asks sees it; for envite and flor the hand as dealt.

    It says nothing of flores: which hidden hands they leave is for who asks.
    """
    return as_asked(situation, _start(situation.players))


def public_spot(situation: Situation) -> Spot:
    """Return a situation as a bystander sees it: only the cards that were played are known."""
    return as_shown(situation, _start(situation.players))


def _start(players: int) -> NDArray[np.int64]:
    """Return the state of a hand in which no card has fallen."""
    return fresh_start(players, all_tied=ALL_TIED, fair=FAIR, strong=STRONG)
