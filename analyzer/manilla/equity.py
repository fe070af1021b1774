"""The chance to win a juego and the partida, from how deals between two pairs end.

All come from one sample of deals. It is kept in parts, so that everything can be worked
out again without each of them: the spread of these values is the jackknife's error.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from analyzer.core.blocks import Sums
from analyzer.core.estimate import Z95, Estimate
from analyzer.core.race import race_values
from analyzer.manilla.cards import PLAYERS
from analyzer.manilla.referee.hand import WHOLE
from analyzer.manilla.referee.partida import JUEGOS
from analyzer.manilla.referee.seats import seats_of_juego
from analyzer.manilla.rules import Rules

Floats = NDArray[np.float64]

PARTS = 32
"""So many parts of a sample are told apart."""

_HALF = WHOLE // 2
_ORDERS = [seats_of_juego((0, 1, 2, 3), juego) for juego in range(1, JUEGOS + 1)]
"""The players by seat in each juego of an individual partida."""


@dataclass(frozen=True, eq=False)
class Equity:
    """What scores are worth, by how deals end.

    Arrays have the whole sample first and then the sample without each part; their last
    axis is this one.

    Attributes
    ----------
    rules
        How the game is played.
    gains
        The chances that our pair scores so many points more than theirs, from -40 to
        40, when we deal and when they deal; float64, shape (2, 81, 1 + PARTS).
    """

    rules: Rules
    gains: Floats

    @classmethod
    def of(cls, rules: Rules, we_deal: Sums, they_deal: Sums) -> Equity:
        """Return what scores are worth when deals end as in a sample.

        Parameters
        ----------
        rules
            How the game is played.
        we_deal, they_deal
            In each part of the sample, how often the pair that does not deal has won
            0, 1, … 72 points; int64, shape (PARTS, 73).
        """
        gains = np.zeros((2, 2 * rules.target + 1, 1 + PARTS))
        for dealer, (counts, sign) in enumerate(((we_deal, -1), (they_deal, 1))):
            shares = _with_and_without(counts)
            for points in range(WHOLE + 1):
                gains[dealer, rules.target + sign * _net(rules, points)] += shares[points]
        return cls(rules, gains)

    @cached_property
    def juego(self) -> Floats:
        """The chance to win the juego, by our points, theirs, and who deals, 0 we.

        Shape (40, 40, 2, 1 + PARTS).
        """
        return self._race(1.0, 0.0)

    def partida(self, juegos: tuple[int, int]) -> Floats:
        """Return the chance to win a partida of pairs, shaped like ``juego`` [14].

        Parameters
        ----------
        juegos
            The juegos that we and they have won before.
        """
        return self.juego if juegos == (1, 1) else self._race(*self._juego_ends(juegos))

    def after(
        self, score: tuple[int, int], dealer: int, juegos: tuple[int, int] | None = None
    ) -> Floats:
        """Return what it is worth to end a deal with 0, 1, … 72 points.

        Parameters
        ----------
        score
            Our points and theirs before the deal.
        dealer
            Who deals it, 0 we.
        juegos
            Those that we and they have won, for the chance to win the partida; without
            them it is that to win the juego.

        Returns
        -------
        ndarray
            Shape (73, 1 + PARTS).
        """
        table = self.juego if juegos is None else self.partida(juegos)
        won, lost = self._ends(*((1.0, 0.0) if juegos is None else self._juego_ends(juegos)))
        target, later = self.rules.target, 1 - dealer
        found = np.empty((WHOLE + 1, self.gains.shape[2]))
        for points in range(WHOLE + 1):
            net = _net(self.rules, points)
            us, them = score[0] + max(net, 0), score[1] + max(-net, 0)
            if max(us, them) < target:
                found[points] = table[us, them, later]
            else:
                found[points] = (won if us >= target else lost)[later]
        return found

    def individual(self, score: tuple[int, int]) -> Floats:
        """Return every player's chance to win an individual partida [14].

        Equal players share. All must play alike.

        Parameters
        ----------
        score
            The points of the dealer's pair and of the others in the first juego, which
            that dealer began.

        Returns
        -------
        ndarray
            Shape (4, 1 + PARTS), by the player's seat in the next deal, 0 the dealer's.
        """
        return _one_juego(self._after_one_juego, self.final_scores(score, 0), _ORDERS[0])

    @cached_property
    def _after_one_juego(self) -> list[Floats]:
        """The players' chances to win by how the first juego has ended.

        By the player who deals first in the second juego; shape (4, 80, 1 + PARTS).
        """
        fresh = [self.final_scores((0, 0), dealer) for dealer in (0, 1)]
        fresh += [np.roll(ends, 2, axis=1) for ends in fresh]  # partners deal alike
        shares = _shares_of_the_win(self.rules.target)
        second, third = _ORDERS[1:]
        after_two = [
            np.tensordot(shares, fresh[third.index(player)].sum(axis=1), axes=(3, 0))
            for player in range(PLAYERS)
        ]
        return [
            _one_juego(after_two, fresh[second.index(player)], second) for player in range(PLAYERS)
        ]

    def final_scores(self, score: tuple[int, int], dealer: int) -> Floats:
        """Return how a juego ends from a score.

        Parameters
        ----------
        score
            The points of the pair at even seats and of the other.
        dealer
            The seat that deals next.

        Returns
        -------
        ndarray
            Chances, shape (80, 4, 1 + PARTS): that the pair at even seats wins with the
            other at 0, 1, … 39 points, then that it loses with as many; by the seat that
            would deal next.
        """
        target = self.rules.target
        before = np.zeros((target + 1, target + 1, PLAYERS, 1 + PARTS))
        before[(*score, dealer)] = 1
        for even in range(score[0], target):
            for odd in range(score[1], target):
                for seat, chance in enumerate(self._deals(before[even, odd])):
                    _pass_on(before, (even, odd), (seat + 1) % PLAYERS, chance * self._net(seat))
        return np.concatenate([before[target, :target], before[:target, target]])

    def _deals(self, reached: Floats) -> Floats:
        """Return how many deals of each seat a score sees that is reached with a chance.

        Deals in which nobody scores leave the score to the next dealer.
        """
        stays = [self._net(seat)[self.rules.target] for seat in range(PLAYERS)]
        round_trip = 1 - stays[0] * stays[1] * stays[2] * stays[3]
        deals = np.zeros_like(reached)
        for seat in range(PLAYERS):
            path = reached[seat] / round_trip
            for step in range(PLAYERS):
                at = (seat + step) % PLAYERS
                deals[at] += path
                path = path * stays[at]
        return deals

    def _net(self, dealer: int) -> Floats:
        """Return the gains of the pair at even seats when a seat deals."""
        found: Floats = self.gains[dealer & 1]
        return found

    def _race(self, won: Floats | float, lost: Floats | float) -> Floats:
        return race_values(self.gains, self._ends(won, lost))

    def _ends(self, won: Floats | float, lost: Floats | float) -> Floats:
        """Return what a juego's end is worth: won or lost, and by who deals next."""
        ends = np.zeros((2, 2, self.gains.shape[2]))
        ends[0], ends[1] = won, lost
        return ends

    def _juego_ends(self, juegos: tuple[int, int]) -> tuple[Floats | float, Floats | float]:
        """Return the chance to win the partida once we, and once they, have won this juego."""
        us, them = juegos
        won = 1.0 if us == 1 else self.partida((us + 1, them))[0, 0]
        lost = 0.0 if them == 1 else self.partida((us, them + 1))[0, 0]
        return won, lost


def estimate(values: Floats) -> Estimate:
    """Return a chance with its error from its values with the whole sample and without parts."""
    value, error = float(values[0]), float(std_error(values))
    low, high = max(value - Z95 * error, 0.0), min(value + Z95 * error, 1.0)
    return Estimate(value, low, high, error)


def std_error(values: Floats) -> Floats:
    """Return the jackknife's standard errors over the last axis, whose first value is left out.

    References
    ----------
    B. Efron and C. Stein, "The jackknife estimate of variance", Annals of Statistics 9
    (1981).
    """
    without = values[..., 1:]
    spread = ((without - without.mean(axis=-1, keepdims=True)) ** 2).sum(axis=-1)
    error: Floats = np.sqrt(spread * (PARTS - 1) / PARTS)
    return error


def _net(rules: Rules, points: int) -> int:
    """Return what a pair scores that has made so many points, negative what the other does."""
    net = points - _HALF
    if rules.capote_wins_juego and abs(net) == _HALF:
        return rules.target if net > 0 else -rules.target
    return net


def _with_and_without(counts: Sums) -> Floats:
    """Return the shares of the whole sample and of it without each part, points first."""
    whole = counts.sum(axis=0)
    some = np.vstack([whole[None], whole - counts]).T
    shares: Floats = some / some.sum(axis=0)
    return shares


def _one_juego(later: Sequence[Floats], ends: Floats, order: Sequence[int]) -> Floats:
    """Return what is expected before a juego of what is known once it has ended.

    Parameters
    ----------
    later
        By the player who deals next, what the end of this juego leads to; the last but
        one axis goes over its ends.
    ends
        See ``Equity.final_scores``.
    order
        The players by seat.
    """
    parts = [
        np.einsum("...ev,ev->...v", later[player], ends[:, seat])
        for seat, player in enumerate(order)
    ]
    found: Floats = np.sum(parts, axis=0)
    return found


def _pass_on(before: Floats, score: tuple[int, int], dealer: int, chances: Floats) -> None:
    """Add what a deal leads to: net points of the pair at even seats, -40 to 40."""
    even, odd = score
    target = len(before) - 1
    up, down = chances[target + 1 :], chances[target - 1 :: -1]
    before[even + 1 :, odd, dealer] += up[: target - even]
    before[target, odd, dealer] += up[target - even :].sum(axis=0)
    before[even, odd + 1 :, dealer] += down[: target - odd]
    before[even, target, dealer] += down[target - odd :].sum(axis=0)


def _shares_of_the_win(target: int) -> Floats:
    """Return each player's share of the win, by how three juegos have ended.

    Parameters
    ----------
    target
        The points that win a juego.

    Returns
    -------
    ndarray
        Shape (4, 80, 80, 80); see ``Equity.final_scores`` for the ends of a juego.
    """
    winner, loser = np.full(target, target), np.arange(target)
    sides = np.concatenate([winner, loser]), np.concatenate([loser, winner])
    totals = np.array(
        [
            first[:, None, None] + second[:, None] + third
            for first, second, third in (
                [sides[order.index(player) & 1] for order in _ORDERS] for player in range(PLAYERS)
            )
        ]
    )
    best = totals == totals.max(axis=0)
    shares: Floats = best / best.sum(axis=0)
    return shares
