"""Rules of thumb that players tell each other, to measure the expert against.

Each departs from greedy play in one point. None is offered as a policy: they say
how much a learned table is worth.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from analyzer.paulista.cards import LOWEST_MANILHA
from analyzer.truco.policies import Policy, Sight, tabulated

_MANILHA = LOWEST_MANILHA + 1
_OURS, _THEIRS = 0, 1


def highest(_sight: Sight) -> int:
    """Play the highest card, always."""
    return 0


def lead_middle(sight: Sight) -> int:
    """Lead the middle card to the first trick."""
    return 1 if _leads_first(sight) else sight.greedy


def lead_lowest(sight: Sight) -> int:
    """Lead the lowest card to the first trick."""
    return 2 if _leads_first(sight) else sight.greedy


def lead_low_when_ahead(sight: Sight) -> int:
    """After winning the first trick lead the lower card, keep the higher for the third."""
    return 1 if sight.first == _OURS and sight.laid == 0 else sight.greedy


def save_manilha(sight: Sight) -> int:
    """Do not spend a single manilha on the first trick: lead another card, or duck."""
    single = sight.first is None and sight.hand[0] >= _MANILHA > sight.hand[1]
    if not single or sight.greedy != 0:
        return sight.greedy
    return 1 if sight.laid == 0 else 2


def save_best(sight: Sight) -> int:
    """Keep the best card out of the first trick, whatever it is."""
    if sight.first is not None or sight.greedy != 0:
        return sight.greedy
    return 1 if sight.laid == 0 else 2


def tie_with_manilha(sight: Sight) -> int:
    """Tie the first trick when a manilha is left to win the second with."""
    can_tie = sight.first is None and sight.laid > 0 and sight.holder == _THEIRS
    if can_tie and sight.hand[0] >= _MANILHA and sight.best in sight.hand[1:]:
        return sight.hand.index(sight.best, 1)
    return sight.greedy


def overtake(sight: Sight) -> int:
    """Beat also the partner, when last but one and he holds the trick with less than a three."""
    weak = sight.holder == _OURS and sight.laid == 2 and 0 <= sight.best < _MANILHA - 1
    if not weak or sight.first is not None:
        return sight.greedy
    beating = sum(power > sight.best for power in sight.hand)
    return beating - 1 if beating else len(sight.hand) - 1


def lead_middle_and_tie(sight: Sight) -> int:
    """Lead the middle card, keep the higher one when ahead, tie with a manilha."""
    if _leads_first(sight):
        return lead_middle(sight)
    if sight.first == _OURS and sight.laid == 0:
        return lead_low_when_ahead(sight)
    return tie_with_manilha(sight)


def lead_lowest_and_save(sight: Sight) -> int:
    """Lead the lowest card; following, keep the best one out of the first trick."""
    return lead_lowest(sight) if _leads_first(sight) else save_best(sight)


THUMBS: dict[str, Callable[[Sight], int]] = {
    "highest": highest,
    "lead-middle": lead_middle,
    "lead-lowest": lead_lowest,
    "lead-low-ahead": lead_low_when_ahead,
    "save-manilha": save_manilha,
    "save-best": save_best,
    "tie-manilha": tie_with_manilha,
    "overtake": overtake,
    "middle-tie": lead_middle_and_tie,
    "lowest-save": lead_lowest_and_save,
}
"""The rules by name."""


def thumb_policies(players: int) -> list[Policy]:
    """Return the rules of thumb as policies; some are about the partner."""
    return [_policy(name) for name in THUMBS if players == 4 or name != "overtake"]


@cache
def _policy(name: str) -> Policy:
    return Policy(name, 0, tabulated(THUMBS[name]))


def _leads_first(sight: Sight) -> bool:
    return sight.first is None and sight.laid == 0
