"""What a strategy book looks up: how deals end by kind of hand, and what scores are worth.

Everything comes from the deals of the tables and of ``match``, numbered as theirs are, so that
the same number of deals gives the same digits.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Self

import numpy as np

from analyzer.core.blocks import Run, Sums
from analyzer.core.effort import Effort
from analyzer.core.keeping import digest_of, kept, kept_folder
from analyzer.manilla.cards import PLAYERS
from analyzer.manilla.equity import Equity
from analyzer.manilla.kernels.holdings import by_holding, twice_by_holding
from analyzer.manilla.kernels.leads import by_lead
from analyzer.manilla.policies import DEFAULT, Lineup
from analyzer.manilla.questions.match import (
    MatchResult,
    match_of,
    part_size,
    sample,
    verify_deals,
)
from analyzer.manilla.rules import Rules
from analyzer.manilla.tables import TABLES, Plan, frame_of

if TYPE_CHECKING:
    import pandas as pd

DEALS = 1 << 24
"""So many deals are played when nobody says how many."""

CHAPTER = 1 << 20
"""So many deals are kept together."""

_FEWER = 16
"""Leads and the spread of hands, whose deals are played many times, come from fewer of them."""

_FEWEST = 1000
_POSITIONS = tuple(range(1, PLAYERS + 1))
_WAYS = Lineup.read(DEFAULT, 1).ways

_MATCH = "match"
_KERNELS = {kernel.__name__: kernel for kernel in (by_holding, twice_by_holding, by_lead)}
_EVERY = (by_holding.__name__, _MATCH)
_SOME = (twice_by_holding.__name__, by_lead.__name__)
"""What is counted in every deal, and what in some."""

_SOURCES = ("book.py", "tables/plan.py", "questions/match.py")
_WING = Path(__file__).parent

Span = tuple[int, int]


@dataclass(frozen=True, eq=False)
class Chapter:
    """Counts of some deals.

    Attributes
    ----------
    counts
        What kernels have counted, by their names; ``match`` is the question's.
    """

    counts: dict[str, Sums]

    def save(self, path: Path) -> None:
        """Write the counts."""
        np.savez_compressed(path, **self.counts)  # type: ignore[arg-type]

    @classmethod
    def load(cls, path: Path) -> Self:
        """Return what `save` wrote."""
        with path.open("rb") as file, np.load(file) as arrays:
            return cls({name: arrays[name] for name in arrays.files})


@dataclass(frozen=True, eq=False)
class Book:
    """The numbers of a book.

    Attributes
    ----------
    rules
        How the game is played; all play ``DEFAULT``.
    deals, seed
        Of the tables and of ``match``.
    counts
        Those of all chapters together.
    """

    rules: Rules
    deals: int
    seed: int
    counts: dict[str, Sums]

    @classmethod
    def of(cls, rules: Rules, effort: Effort, chapters: Iterable[Chapter]) -> Self:
        """Return a book from all its chapters; see `chapters`."""
        counts: dict[str, Sums] = {}
        for chapter in chapters:
            for name, some in chapter.counts.items():
                counts[name] = counts[name] + some if name in counts else some
        return cls(rules, deals_of(effort), effort.seed, counts)

    def table(self, name: str, *positions: int) -> pd.DataFrame:
        """Return a table as ``analyzer.manilla.tables.table`` does from so many deals.

        Parameters
        ----------
        name
            Which.
        positions
            Those that it has rows for; all that there are unless given.
        """
        recipe = TABLES[name]
        chosen = positions or recipe.positions
        deals = self.deals if recipe.kernel is by_holding else fewer(self.deals)
        plan = Plan(self.rules, chosen, DEFAULT, Effort(deals=deals, seed=self.seed))
        counts = self.counts[recipe.kernel.__name__]
        return frame_of(name, plan, ((at, counts[at % PLAYERS]) for at in chosen))

    @cached_property
    def match(self) -> MatchResult:
        """What ``match`` says of the beginning, 0-0."""
        run = Run(self.counts["match"], self.deals, interrupted=False)
        return match_of(self.rules, DEFAULT, (run, run), self.seed)

    @cached_property
    def equity(self) -> Equity:
        """What scores are worth."""
        ends = self.counts["match"][:, 0]
        return Equity.of(self.rules, ends, ends)


def chapters(rules: Rules, effort: Effort) -> Iterator[Chapter]:
    """Yield the chapters of a book, each kept in the user's cache as soon as it is finished.

    Parameters
    ----------
    rules
        Of the game.
    effort
        Deals, `DEALS` by default; seed, threads, client and progress.

    Raises
    ------
    InputError
        For too few deals.
    KeyboardInterrupt
        When somebody stopped the work; the next time it goes on from there.
    """
    folder = kept_folder(f"book-{_digest(rules, effort)}")
    for kernels, span in _spans(deals_of(effort)):
        path = folder / "{}-{}-{}.npz".format("-".join(kernels), *span)
        yield kept(path, Chapter.load, partial(chapter, rules, effort, kernels, span))


def chapter_count(effort: Effort) -> int:
    """Return how many chapters a book has."""
    return sum(1 for _ in _spans(deals_of(effort)))


def chapter(rules: Rules, effort: Effort, kernels: Sequence[str], span: Span) -> Chapter:
    """Return what kernels count in some deals, counted now."""
    plan = Plan(rules, _POSITIONS, DEFAULT, effort)
    return Chapter({name: _counted(plan, name, span) for name in kernels})


def deals_of(effort: Effort) -> int:
    """Return how many deals a book comes from.

    Raises
    ------
    InputError
        For too few.
    """
    deals = DEALS if effort.deals is None else effort.deals
    verify_deals(deals)
    return deals


def fewer(deals: int) -> int:
    """Return from how many of the deals the tables of leads and of the spread come."""
    return max(deals // _FEWER, _FEWEST)


def _spans(deals: int) -> Iterator[tuple[Sequence[str], Span]]:
    """Yield the kernels of every chapter, and its deals."""
    for kernels, last in ((_EVERY, deals), (_SOME, fewer(deals))):
        for first in range(0, last, CHAPTER):
            yield kernels, (first, min(first + CHAPTER, last))


def _counted(plan: Plan, name: str, span: Span) -> Sums:
    if name != _MATCH:
        return plan.simulated(_KERNELS[name], _WAYS, span)
    run = sample(plan.rules, _WAYS, plan.effort, span, part_size(deals_of(plan.effort)))
    if run.interrupted:
        raise KeyboardInterrupt
    return run.sums


def _digest(rules: Rules, effort: Effort) -> str:
    """Return a fingerprint of everything that chapters depend on, but for the kernels."""
    rests_on = {
        "trump_card": rules.trump_card,
        "must_undertrump": rules.must_undertrump,
        "seed": effort.seed,
        "part": part_size(deals_of(effort)),
        "ways": _WAYS.tolist(),
    }
    return digest_of(rests_on, (_WING / name for name in _SOURCES))
