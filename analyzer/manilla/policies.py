"""The ways of playing that can be asked for by name, and who at the table plays which."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from analyzer.core.errors import PolicyError
from analyzer.core.fields import roles
from analyzer.manilla.cards import PLAYERS
from analyzer.manilla.kernels import expert as k

DEFAULT = "expert"

_EXPERT: dict[int, int | tuple[int, ...]] = {
    k.KIND: k.BY_STYLE,
    k.FOLLOW: (482, 450, -350, -38, 30, -400, -130, -1000, -300, -2199),
    k.LEAD: (600, 130, -30, -30, 100, -700, -140, -900, -560, 400, -80, -2800),
}
"""The expert's style, as ``scripts/learn-expert manilla`` prints it."""


def style(parts: Mapping[int, int | tuple[int, ...]]) -> NDArray[np.int64]:
    """Return a style as kernels take it, from the numbers at each of its places."""
    found = np.zeros(k.STYLE, np.int64)
    for place, values in parts.items():
        several = values if isinstance(values, tuple) else (values,)
        found[place : place + len(several)] = several
    return found


OPEN = "open"
"""The policy of all who see all cards and play perfectly; a bound and a yardstick, no advice."""

POLICIES: Mapping[str, NDArray[np.int64]] = {
    "expert": style(_EXPERT),
    "random": style({k.KIND: k.BY_CHANCE}),
}
"""The style of every policy for closed cards."""

_ALLOWED = f"{' or '.join(POLICIES)}; {OPEN} is for all seats at once, in hand, play and simulate"


@dataclass(frozen=True, eq=False)
class Lineup:
    """Who plays how with closed cards.

    Attributes
    ----------
    name
        As it is asked for: a policy, ``mine/theirs`` or ``mine/partner/theirs``.
    ways
        The style of every seat; int64, shape (4, STYLE).
    """

    name: str
    ways: NDArray[np.int64]

    @property
    def by_chance(self) -> bool:
        """Whether anybody plays at random."""
        return bool((self.ways[:, k.KIND] == k.BY_CHANCE).any())

    @classmethod
    def read(cls, text: str, my_seat: int, place: str = "play") -> Lineup:
        """Return who plays how, as ``--play`` says it.

        Raises
        ------
        PolicyError
            For names nobody knows, and too many of them.
        """
        names = roles(text, place)
        for name in names:
            if name not in POLICIES:
                raise PolicyError(name, place, _ALLOWED)
        mine, theirs = names[0], names[-1]
        partner = names[1] if len(names) == 3 else mine
        seats = [theirs if (seat ^ my_seat) & 1 else partner for seat in range(PLAYERS)]
        seats[my_seat] = mine
        return cls(text, np.array([POLICIES[name] for name in seats]))
