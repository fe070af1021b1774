"""What a strategy book looks up: truco called before the first card, for every hand.

With these chances and the match equities every answer is a little arithmetic, the
one that ``accept`` does: no deal has to be played when the book is opened.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from analyzer.core.effort import Effort
from analyzer.core.keeping import digest_of, kept, kept_folder
from analyzer.paulista.cards import DECK
from analyzer.paulista.policies import DEFAULT, lineup
from analyzer.paulista.rules import Rules
from analyzer.paulista.spots import dealt_spot, viras
from analyzer.truco.decisions import Told
from analyzer.truco.equity import lineups_digest
from analyzer.truco.odds import result_counts
from analyzer.truco.profiles import PROFILES, Profile
from analyzer.truco.ranges import Ranking, ranking
from analyzer.truco.spot import Ints, hand_classes
from analyzer.truco.spots import holding, stand_in

DEALS = 1 << 20
"""Deals for each hand with four players: a chance against any named caller is known to ±0.3 %."""

CALLERS = ("tight", "normal", "loose", "bluffer")

Floats = NDArray[np.float64]

_SOURCES = ("paulista/book.py", "truco/ranges.py", "truco/profiles.py")
_ANALYZER = Path(__file__).parent.parent


@dataclass(frozen=True, eq=False)
class Chapter:
    """All hands of one place at the table, with one rank of the vira.

    Attributes
    ----------
    players, position
        The place; position 1 is the mão.
    vira
        The rank turned up, as a card of any suit; ``None`` with fixed manilhas.
    hands
        The packed hands of three cards, int64, shape (n,).
    answers
        float64, shape (n, callers, 3, 3): of all the holdings that `CALLERS` call
        with, the shares that are won, lost and undecided when I accept; when I raise
        and he accepts; when I raise and he raises again. When I raise he runs with
        what is missing from 1 in the last two.
    """

    players: int
    position: int
    vira: int | None
    hands: Ints
    answers: Floats

    def save(self, path: Path) -> None:
        """Write the numbers."""
        np.savez(path, hands=self.hands, answers=self.answers)

    @classmethod
    def load(cls, path: Path, players: int, position: int, vira: int | None) -> Self:
        """Return what `save` wrote."""
        with path.open("rb") as file, np.load(file) as arrays:
            return cls(players, position, vira, arrays["hands"], arrays["answers"])


def chapters(rules: Rules, effort: Effort | None = None) -> Iterator[Chapter]:
    """Yield the chapters of a book, each kept in the user's cache as soon as it is finished.

    Parameters
    ----------
    rules
        Of the game.
    effort
        Deals for each hand with four players, `DEALS` by default; seed, threads,
        client and progress. Two players are counted.

    Raises
    ------
    KeyboardInterrupt
        When somebody stopped the work; the next time it goes on from there.
    """
    work = effort or Effort()
    work = replace(work, deals=work.deals or DEALS)
    folder = kept_folder(f"book-{_digest(rules, work)}")
    for players, position, vira in _places(rules):
        path = folder / f"{players}-{position}-{_rank(vira)}.npz"
        load = partial(Chapter.load, players=players, position=position, vira=vira)
        yield kept(path, load, partial(chapter, rules, players, position, vira, work))


def chapter_count(rules: Rules) -> int:
    """Return how many chapters a book has."""
    return sum(1 for _ in _places(rules))


def _places(rules: Rules) -> Iterator[tuple[int, int, int | None]]:
    """Yield players, position and vira of every chapter."""
    for players in (2, 4):
        for position in range(1, players + 1):
            for vira in viras(rules):
                yield players, position, vira


def chapter(rules: Rules, players: int, position: int, vira: int | None, effort: Effort) -> Chapter:
    """Return the chapter of a place and a rank of the vira, counted or sampled now."""
    dealt = dealt_spot(rules, players, vira)
    seat = position % players
    if players == 2:
        effort = replace(effort, deals=None, exact=True)
    seats = lineup(DEFAULT, rules, players, seat)
    caller = 2 % players if seat & 1 else 1  # the first opponent in the order of play
    two = lineup(DEFAULT, rules, 2, 1 - (caller & 1))
    hands = hand_classes(dealt.counts, 3)
    answers = np.zeros((len(hands), len(CALLERS), 3, 3))
    ranks = ranking(stand_in(dealt, caller), caller & 1, two, effort)
    for number, hand in enumerate(hands):
        spot = holding(dealt, seat, int(hand))
        counts = result_counts(spot, seats, effort, side=seat & 1, row_seat=caller)
        if counts.interrupted:
            raise KeyboardInterrupt
        told = Told.by_group(counts, ranks, seat & 1)
        answers[number] = [_shares(told, ranks, PROFILES[name]) for name in CALLERS]
    return Chapter(players, position, vira, hands, answers)


def _shares(told: Told, ranks: Ranking, profile: Profile) -> Floats:
    """Return how the hands of a caller's range end on each of my ways to go on."""
    calls = ranks.shares(profile.calls, np.array([profile.bluffs]))
    stays = ranks.best_part(calls, profile.accept)
    again = ranks.best_part(calls, profile.reraise)
    parts: Sequence[Any] = (calls, calls * (stays - again), calls * again)
    weight = float(calls[0] @ told.ends.sum(axis=1))
    return np.array([part[0] @ told.ends for part in parts]) / weight


def _rank(vira: int | None) -> str:
    return "fixed" if vira is None else DECK.ranks[DECK.rank(vira)]


def _digest(rules: Rules, effort: Effort) -> str:
    """Return a fingerprint of everything that the chapters depend on, but for the kernels."""
    policies = [lineup(DEFAULT, rules, players, 0) for players in (2, 4)]
    rests_on = {
        "rules": rules.to_dict(),
        "deals": effort.deals,
        "seed": effort.seed,
        "policies": lineups_digest(policies),
    }
    return digest_of(rests_on, (_ANALYZER / name for name in _SOURCES))
