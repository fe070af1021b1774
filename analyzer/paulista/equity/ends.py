"""How hands of a match end, counted once for all scores at which they are played alike."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

import numpy as np
from numpy.typing import NDArray

from analyzer.core.blocks import run_blocks
from analyzer.core.effort import Effort
from analyzer.paulista.policies import lineup
from analyzer.paulista.rules import Rules
from analyzer.paulista.spots import dealt_spot, viras
from analyzer.truco.calls import Talk, batched_counts, holding_quantiles
from analyzer.truco.equity import BATCHES, MatchGame
from analyzer.truco.kernels.choices import sample_choices
from analyzer.truco.kernels.hand import TIED
from analyzer.truco.odds import result_counts

Floats = NDArray[np.float64]

CHOOSING, JUDGING = 512, 64
"""Hands played with the cards of a pair before it chooses, and to judge its choice."""

_DEALS_A_CHOICE = 128
_BLOCK_OF_CHOICES = 128


@dataclass(frozen=True, eq=False)
class Ordinary:
    """How an ordinary hand ends.

    Attributes
    ----------
    counts
        Hands won by the dealer's side on each rung of the ladder, by the other
        side on each rung, undecided; int64, shape (BATCHES, 2 · steps + 1).
    """

    counts: NDArray[np.int64]

    def chances(self, keep: NDArray[np.bool_]) -> Floats:
        """Return the chances of the ends in the kept batches."""
        sums = self.counts[keep].sum(axis=0)
        return np.asarray(sums / sums.sum())


@dataclass(frozen=True, eq=False)
class Onze:
    """How a mão de onze ends, by what the side at eleven thinks of its cards.

    Attributes
    ----------
    thought
        Its chances to win, to lose and that nobody wins, as it sees them;
        shape (holdings, 3).
    happened
        How often it holds them and wins, loses, nobody wins; together 1 in each
        batch; shape (batches, holdings, 3), with one batch when it is exact.
    """

    thought: Floats
    happened: Floats

    def chances(self, keep: NDArray[np.bool_]) -> Floats:
        """Return ``happened`` on average over the kept batches."""
        if len(self.happened) == 1:
            return np.asarray(self.happened[0])
        return np.asarray(self.happened[keep].mean(axis=0))


@dataclass(frozen=True, eq=False)
class Ends:
    """How hands end when one given side deals.

    Attributes
    ----------
    ordinary
        By the rungs from which the dealer's side and the other stop calling.
    onze
        When the dealer's side is at eleven, when the other is.
    """

    ordinary: dict[tuple[int, int], Ordinary]
    onze: tuple[Onze, Onze]


@dataclass(frozen=True, kw_only=True)
class Game(MatchGame):
    """Who plays a match, and by which rules."""

    rules: Rules
    lineup = staticmethod(lineup)


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
    rungs = sorted({rules.top_rung(score) for score in range(rules.onze_score)})
    pairs = [(0, 0), *product(rungs, rungs)]
    counts = batched_counts(
        dealt_spot(rules, game.players),
        game.seats(dealer),
        holding_quantiles(dealt_spot(rules, 2), game.seats(dealer, 2), game.players, work.threads),
        game.profiles if dealer == 0 else game.profiles[::-1],
        [Talk(steps=len(rules.ladder), caps=pair) for pair in pairs],
        BATCHES,
        work,
    )
    ordinary = {pair: Ordinary(of_pair) for pair, of_pair in zip(pairs, counts, strict=True)}
    plain = ordinary.pop((0, 0))

    def onze(side: int) -> Onze:
        if game.players == 2:
            return _exact_onze(game, dealer, side, work)
        if rules.onze_choice:
            return _seen_onze(game, dealer, side, work)
        return _unseen_onze(plain, side)

    return Ends(ordinary, (onze(0), onze(1)))


def _exact_onze(game: Game, dealer: int, side: int, work: Effort) -> Onze:
    """Count all hands of two players, the cards of the side at eleven told apart."""
    exact = Effort(exact=True, threads=work.threads, client=work.client)
    turned = viras(game.rules)
    parts = []
    for vira in turned:
        spot = dealt_spot(game.rules, 2, vira)
        found = result_counts(spot, game.seats(dealer), exact, side=side, row_seat=side)
        if found.interrupted:
            raise KeyboardInterrupt
        rows = found.counts[found.counts.sum(axis=1) > 0][:, [side, 1 - side, TIED]]
        parts.append(rows / (found.counts.sum() * len(turned)))
    happened = np.concatenate(parts)
    return Onze(happened / happened.sum(axis=1, keepdims=True), happened[None])


def _unseen_onze(plain: Ordinary, side: int) -> Onze:
    """Return a mão de onze in which nobody chooses: an ordinary hand without calls."""
    steps = plain.counts.shape[1] // 2
    sides = (plain.counts[:, :steps].sum(axis=1), plain.counts[:, steps:-1].sum(axis=1))
    ends = np.stack((sides[side], sides[1 - side], plain.counts[:, -1]), axis=1)
    happened = (ends / ends.sum(axis=1, keepdims=True))[:, None, :]
    return Onze(happened.mean(axis=0), happened)


def _seen_onze(game: Game, dealer: int, side: int, work: Effort) -> Onze:
    """Sample the cards of a pair that looks at them all before it chooses.

    It knows its partner's cards in play, too.
    """
    spot, seats = dealt_spot(game.rules, game.players), game.seats(dealer)
    knows = np.zeros(game.players, np.int64)
    knows[side::2] = seats.uses_partner
    args = (
        np.uint64(work.seed),
        spot.decks,
        spot.start,
        seats.kinds,
        knows,
        seats.firsts,
        seats.seconds,
        side,
        CHOOSING,
        JUDGING,
    )
    size = max((work.deals or 1) // _DEALS_A_CHOICE, 1)
    happened = []
    for first in range(0, BATCHES * size, size):
        run = run_blocks(
            sample_choices,
            args,
            first=first,
            last=first + size,
            block=_BLOCK_OF_CHOICES,
            threads=work.threads,
            scheduler=work.scheduler,
        )
        if run.interrupted:
            raise KeyboardInterrupt
        happened.append(run.sums[:, 1:] / (size * JUDGING))
    won = np.arange(2 * CHOOSING + 1) / (2 * CHOOSING)
    thought = np.stack((won, 1 - won, np.zeros_like(won)), axis=1)
    return Onze(thought, np.array(happened))
