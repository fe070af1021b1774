"""How flores and envites end between players of given profiles.

Everybody who holds a flor sends it. Without a flor each player, in turn from mano, opens an
envite with the share of hands that his profile calls with, the highest ligas first; he and
the next player after him answer each other as their profiles say. These shares are made on
all hands without a flor. All deals are counted.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyzer.boricua.ranges import liga_ranking
from analyzer.boricua.referee import from_mano
from analyzer.boricua.rules import FLOR, FLOR_AGAINST_FLOR, Rules, envite_value
from analyzer.boricua.standings import best_flores, silent_ligas
from analyzer.truco.profiles import Profile
from analyzer.truco.ranges import Ranking

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]

RUN, ACCEPT, REVOKE = range(3)
"""Answers to an envite, as places of an array."""


class Talks(NamedTuple):
    """How talks end.

    Attributes
    ----------
    flores
        Chances that a side, 0 the dealer's, wins 3 and 6 with its flores; shape (2, 2).
    envites
        Without a flor, chances that it comes to an answer: by the side that opened, the
        step that is answered less 1, the answer, and the side with the best liga; shape
        (2, steps, 3, 2).
    """

    flores: Floats
    envites: Floats

    @property
    def sent(self) -> float:
        """Chance that somebody sends a flor."""
        return float(self.flores.sum())

    @property
    def opened(self) -> float:
        """Chance that somebody opens an envite."""
        return float((1 - self.sent) * self.envites[:, 0].sum())

    @property
    def refused(self) -> float:
        """Chance that somebody refuses a step of an envite."""
        return float((1 - self.sent) * self.envites[:, :, RUN].sum())

    def flor_points(self, side: int) -> float:
        """Return the mean points of a side for flores, less those of the other."""
        return float((self.flores[side] - self.flores[1 - side]) @ (FLOR, FLOR_AGAINST_FLOR))

    def envite_points(self, side: int) -> float:
        """Return the mean points of a side for the envite, less those of the other."""
        total = 0.0
        for opener, step in np.ndindex(self.envites.shape[:2]):
            answers = self.envites[opener, step]
            caller = opener ^ step & 1
            refused = envite_value(step) * answers[RUN].sum()
            total += refused if caller == side else -refused
            total += envite_value(step + 1) * (answers[ACCEPT, side] - answers[ACCEPT, 1 - side])
        return float((1 - self.sent) * total)


def talks_of(rules: Rules, profiles: Sequence[Profile], players: int) -> Talks:
    """Return how the talks of all deals end.

    Parameters
    ----------
    rules
        The game.
    profiles
        How the dealer's side and the other call and answer.
    players
        2 or 4.
    """
    flores, silent = best_flores(players), silent_ligas(players)
    ranks = liga_ranking(has_flor=False)
    opens = [ranks.shares(one.calls, np.array([one.bluffs]))[0] for one in profiles]
    envites = np.zeros((2, rules.last_envite, 3, 2))
    left = _with_winners(silent) / silent.sum()
    for seat in from_mano(players):
        opened = left * _along(opens[seat & 1], seat, left.ndim)
        left = left - opened
        other = (seat + 1) % players
        rest = tuple(axis for axis in range(players) if axis not in (seat, other))
        pair = opened.sum(axis=rest)
        if other < seat:
            pair = pair.swapaxes(0, 1)
        _answered(envites[seat & 1], pair, seat & 1, opens[seat & 1], profiles, ranks)
    return Talks(flores / (flores.sum() + silent.sum()), envites)


def _with_winners(silent: Ints) -> Ints:
    """Return deals by the ligas of all seats and, in a last axis, by the side with the best."""
    players = silent.ndim
    order = np.argsort(from_mano(players)).reshape(-1, *[1] * players)
    # Places in LIGAS rise as ligas fall.
    best = (players * np.indices(silent.shape) + order).argmin(axis=0) & 1
    return np.stack([np.where(best == side, silent, 0) for side in (0, 1)], axis=-1)


def _answered(
    found: Floats,
    pair: Floats,
    side: int,
    opens: Floats,
    profiles: Sequence[Profile],
    ranks: Ranking,
) -> None:
    """Add up the answers to an envite.

    Parameters
    ----------
    found
        Where to; shape (steps, 3, 2).
    pair
        Chances by the ligas of who opened and of who answers him, and the winner.
    side, opens
        Whose envite it is, and which part of each liga opens.
    profiles, ranks
        How the sides answer, and the ligas.
    """
    parts = [opens, np.ones_like(opens)]
    for step in range(len(found)):
        place = 1 - step % 2
        profile = profiles[side ^ place]
        stays = ranks.best_part(parts[place][None], profile.accept)[0]
        again = ranks.best_part(parts[place][None], profile.reraise)[0]
        if step == len(found) - 1:
            again = np.zeros_like(again)
        for answer, part in ((RUN, 1 - stays), (ACCEPT, stays - again), (REVOKE, again)):
            found[step, answer] += (pair * _along(part, place, 3)).sum(axis=(0, 1))
        pair = pair * _along(again, place, 3)
        parts[place] = parts[place] * again


def _along(values: Floats, axis: int, axes: int) -> Floats:
    """Return values along one of several axes."""
    return values.reshape([-1 if at == axis else 1 for at in range(axes)])
