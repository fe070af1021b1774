"""From paulista situations and deals to what kernels take.

A power is a card's strength plus one; see ``analyzer.truco.kernels.hand``.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from analyzer.paulista.cards import DECK, LOWEST_MANILHA, deck_cards, strength_of_cards
from analyzer.paulista.referee.hand import ALL_TIED
from analyzer.paulista.rules import Rules
from analyzer.paulista.situation import Situation
from analyzer.truco.spot import Spot
from analyzer.truco.spots import as_asked, as_shown, dealt, fresh_start, powers_of

_FAIR = DECK.ranks.index("A")


def viras(rules: Rules) -> tuple[int | None, ...]:
    """Return one vira of each rank, all that matters of it; ``None`` with fixed manilhas."""
    if rules.manilhas == "fixed":
        return (None,)
    return tuple(card for card in deck_cards(rules) if DECK.suit(card) == 0)


def deck_powers(rules: Rules, vira: int | None) -> NDArray[np.uint8]:
    """Return the powers of all cards in play, rising; uint8."""
    return powers_of(strength_of_cards(rules, vira))


def dealt_spot(rules: Rules, players: int, vira: int | None = None) -> Spot:
    """Return a hand just dealt of which nothing is known but the vira.

    Without a vira, although the rules turn one up, it may be any.
    """
    turned = viras(rules) if vira is None else (vira,)
    return dealt(_start(rules, players), [deck_powers(rules, card) for card in turned])


def spot_of(situation: Situation) -> Spot:
    """Return a situation as the one who asks sees it."""
    return as_asked(situation, _start(situation.rules, situation.players))


def public_spot(situation: Situation) -> Spot:
    """Return a situation as a bystander sees it: only what was played openly is known."""
    return as_shown(situation, _start(situation.rules, situation.players))


def _start(rules: Rules, players: int) -> NDArray[np.int64]:
    """Return the state of a hand in which no card has fallen."""
    return fresh_start(
        players,
        all_tied=ALL_TIED[rules.all_tied],
        fair=_FAIR,
        strong=LOWEST_MANILHA,
        tie_to_first=rules.tie_lead == "first_tied",
    )
