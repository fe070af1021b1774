"""The chapters of the strategy book: truco called before the first card, for every hand."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Self

import numpy as np

from analyzer.core.effort import Effort
from analyzer.core.keeping import digest_of, kept, kept_folder
from analyzer.paulista.cards import DECK
from analyzer.paulista.policies import DEFAULT, lineup
from analyzer.paulista.rules import Rules
from analyzer.paulista.spots import dealt_spot, viras
from analyzer.truco.book import CALLERS, DEALS, truco_answers
from analyzer.truco.equity import lineups_digest
from analyzer.truco.ranges import Floats
from analyzer.truco.referee.hand import DEALT
from analyzer.truco.spot import Ints, hand_classes

CHAPTER = 100
"""How many hands a chapter has: with four players some ten seconds of work."""

_SOURCES = ("paulista/book.py", "truco/book.py", "truco/ranges.py", "truco/profiles.py")
_ANALYZER = Path(__file__).parent.parent


@dataclass(frozen=True, eq=False)
class Chapter:
    """Some hands of one place at the table, with one rank of the vira; the next follow.

    Attributes
    ----------
    players, position
        The place; position 1 is the mão.
    vira
        The rank turned up, as a card of any suit; ``None`` with fixed manilhas.
    hands
        The packed hands of three cards, int64, shape (n,).
    answers
        How they end against `CALLERS`, float64, shape (n, callers, 3, 3); see
        ``analyzer.truco.book.shares_of``.
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
    for players, position, vira, rows in _spans(rules):
        path = folder / f"{players}-{position}-{_rank(vira)}-{rows.start}.npz"
        load = partial(Chapter.load, players=players, position=position, vira=vira)
        yield kept(path, load, partial(chapter, rules, players, position, vira, work, rows))


def chapter_count(rules: Rules) -> int:
    """Return how many chapters a book has."""
    return sum(1 for _ in _spans(rules))


def _spans(rules: Rules) -> Iterator[tuple[int, int, int | None, slice]]:
    """Yield players, position, vira and rows of every chapter."""
    for players in (2, 4):
        for position in range(1, players + 1):
            for vira in viras(rules):
                hands = hand_classes(dealt_spot(rules, players, vira).counts, DEALT)
                for first in range(0, len(hands), CHAPTER):
                    yield players, position, vira, slice(first, first + CHAPTER)


def chapter(
    rules: Rules,
    players: int,
    position: int,
    vira: int | None,
    effort: Effort,
    rows: slice = slice(None),
) -> Chapter:
    """Return hands of a place and a rank of the vira, by default all, counted or sampled now."""
    hands, answers = truco_answers(
        dealt_spot(rules, players, vira),
        partial(lineup, DEFAULT, rules),
        position,
        CALLERS,
        effort,
        rows,
    )
    return Chapter(players, position, vira, hands, answers)


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
