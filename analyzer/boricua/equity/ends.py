"""How the hands of a match end, counted once for all scores at which they are played alike.

Talks are counted over all deals, trucos sampled. The two of a hand are taken as independent.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

import numpy as np
from numpy.typing import NDArray

from analyzer.boricua.equity.talk import Talks, talks_of
from analyzer.boricua.policies import lineup
from analyzer.boricua.rules import Rules
from analyzer.boricua.spots import dealt_spot
from analyzer.core.effort import Effort
from analyzer.truco.calls import Talk, batched_counts, holding_quantiles
from analyzer.truco.equity import BATCHES, MatchGame

Floats = NDArray[np.float64]


@dataclass(frozen=True, kw_only=True)
class Game(MatchGame):
    """Who plays a match, and by which rules."""

    rules: Rules
    lineup = staticmethod(lineup)


@dataclass(frozen=True, eq=False)
class Chances:
    """How hands end; the first axis of each array says who deals, 0 we, 1 they.

    Sides in the other axes are the dealer's, 0, and mano's.

    Attributes
    ----------
    flores
        That a side wins 3 with flores, and 6; shape (2, 2, 2).
    envites
        Without a flor, that it comes to an answer; shape (2, 2, steps, 3, 2), see ``Talks``.
    trucos
        That a side wins the truco on each rung, by the rungs from which the sides stop
        calling; shape (2, rungs, rungs, 2, rungs). Pairs of rungs that no score comes to
        are 0.
    """

    flores: Floats
    envites: Floats
    trucos: Floats


@dataclass(frozen=True, eq=False)
class Ends:
    """How hands end when one given side deals.

    Attributes
    ----------
    talks
        Of all deals.
    trucos
        Hands won, in batches: int64, shape (rungs, rungs, batches, 2, rungs); see ``Chances``.
    """

    talks: Talks
    trucos: NDArray[np.int64]

    def chances(self, keep: NDArray[np.bool_]) -> tuple[Floats, Floats, Floats]:
        """Return the chances of flores, envites and trucos in the kept batches."""
        trucos = self.trucos[:, :, keep].sum(axis=2)
        hands = np.maximum(trucos.sum(axis=(2, 3), keepdims=True), 1)
        return self.talks.flores, self.talks.envites, trucos / hands


def chances_of(ends: tuple[Ends, Ends], keep: NDArray[np.bool_]) -> Chances:
    """Return how hands end when we deal and when they deal, from some batches."""
    ours, theirs = (deal.chances(keep) for deal in ends)
    return Chances(*(np.stack(pair) for pair in zip(ours, theirs, strict=True)))


def sample_ends(game: Game, deals: int, seed: int, effort: Effort) -> tuple[Ends, Ends]:
    """Return how hands end when we deal and when they deal.

    Parameters
    ----------
    game
        Who plays what.
    deals, seed
        Hands sampled for every two rungs at which the sides stop calling.
    effort
        Threads, client and progress; its other parts are not looked at.

    Raises
    ------
    KeyboardInterrupt
        On Ctrl-C: half a table is none.
    """
    return game.of_both_dealers(_ends, deals, seed, effort)


def _ends(game: Game, dealer: int, work: Effort) -> Ends:
    rules = game.rules
    profiles = game.profiles if dealer == 0 else game.profiles[::-1]
    steps = len(rules.ladder)
    rungs = sorted({rules.top_rung(score) for score in range(rules.target)})
    pairs = list(product(rungs, rungs))
    counts = batched_counts(
        dealt_spot(game.players),
        game.seats(dealer),
        holding_quantiles(dealt_spot(2), game.seats(dealer, 2), game.players, work.threads),
        profiles,
        [Talk(steps=steps, caps=pair) for pair in pairs],
        BATCHES,
        work,
    )
    trucos = np.zeros((steps, steps, BATCHES, 2, steps), np.int64)
    for pair, of_pair in zip(pairs, counts, strict=True):
        trucos[pair] = of_pair[:, : 2 * steps].reshape(BATCHES, 2, steps)
    return Ends(talks_of(rules, profiles, game.players), trucos)
