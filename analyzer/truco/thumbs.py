"""Rules of thumb that players tell each other, to measure the expert against.

Each departs from greedy play in one point. None is offered as a policy: they say
how much a learned table is worth. A *top* card is one of the best, of which there is
one each: a manilha, or in boricua a card from the 7O on; ``top`` is the lowest power
of them.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial

from analyzer.truco.policies import Policy, Sight, tabulated

_OURS, _THEIRS = 0, 1

Thumb = Callable[[Sight], int]
"""A rule of thumb: the slot to play, for what a player sees."""


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


def save_top(sight: Sight, top: int) -> int:
    """Do not spend a single top card on the first trick: lead another card, or duck."""
    single = sight.first is None and sight.hand[0] >= top > sight.hand[1]
    if not single or sight.greedy != 0:
        return sight.greedy
    return 1 if sight.laid == 0 else 2


def save_best(sight: Sight) -> int:
    """Keep the best card out of the first trick, whatever it is."""
    if sight.first is not None or sight.greedy != 0:
        return sight.greedy
    return 1 if sight.laid == 0 else 2


def tie_with_top(sight: Sight, top: int) -> int:
    """Tie the first trick when a top card is left to win the second with."""
    can_tie = sight.first is None and sight.laid > 0 and sight.holder == _THEIRS
    if can_tie and sight.hand[0] >= top and sight.best in sight.hand[1:]:
        return sight.hand.index(sight.best, 1)
    return sight.greedy


def overtake(sight: Sight, top: int) -> int:
    """Beat also the partner, when last but one and he holds the trick with less than a three."""
    weak = sight.holder == _OURS and sight.laid == 2 and 0 <= sight.best < top - 1
    if not weak or sight.first is not None:
        return sight.greedy
    beating = sum(power > sight.best for power in sight.hand)
    return beating - 1 if beating else len(sight.hand) - 1


def lead_middle_and_tie(sight: Sight, top: int) -> int:
    """Lead the middle card, keep the higher one when ahead, tie with a top card left."""
    if _leads_first(sight):
        return lead_middle(sight)
    if sight.first == _OURS and sight.laid == 0:
        return lead_low_when_ahead(sight)
    return tie_with_top(sight, top)


def lead_lowest_and_save(sight: Sight) -> int:
    """Lead the lowest card; following, keep the best one out of the first trick."""
    return lead_lowest(sight) if _leads_first(sight) else save_best(sight)


def thumbs(top: int) -> dict[str, Thumb]:
    """Return the rules by name, for a game whose top cards begin at this power."""
    return {
        "highest": highest,
        "lead-middle": lead_middle,
        "lead-lowest": lead_lowest,
        "lead-low-ahead": lead_low_when_ahead,
        "save-top": partial(save_top, top=top),
        "save-best": save_best,
        "tie-top": partial(tie_with_top, top=top),
        "overtake": partial(overtake, top=top),
        "middle-tie": partial(lead_middle_and_tie, top=top),
        "lowest-save": lead_lowest_and_save,
    }


def thumb_policies(top: int, players: int) -> list[Policy]:
    """Return the rules of thumb as policies; some are about the partner."""
    return [policy for policy in _policies(top) if players == 4 or policy.name != "overtake"]


@cache
def _policies(top: int) -> tuple[Policy, ...]:
    return tuple(Policy(name, 0, tabulated(thumb)) for name, thumb in thumbs(top).items())


def _leads_first(sight: Sight) -> bool:
    return sight.first is None and sight.laid == 0
