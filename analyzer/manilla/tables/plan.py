"""What a table is asked for, and the deals that it is made from."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from analyzer.core.blocks import Sums, run_blocks
from analyzer.core.effort import Effort, split_options
from analyzer.core.errors import InputError
from analyzer.core.fields import read_number
from analyzer.manilla.cards import PLAYERS
from analyzer.manilla.policies import Lineup
from analyzer.manilla.questions.asking import read_game
from analyzer.manilla.questions.match import read_scores
from analyzer.manilla.rules import Rules

DEALS = 1 << 18
"""So many deals are played when nobody says how many."""

_BLOCK = 1 << 14

Kernel = Callable[..., Sums]


@dataclass(frozen=True)
class Plan:
    """What a table is asked for, checked.

    Attributes
    ----------
    rules
        The game.
    positions
        The places in the order of play, from 1.
    play
        A policy for all, ``mine/theirs`` or ``mine/partner/theirs``, as a position sees it.
    effort
        Deals, seed, threads, progress.
    score, juegos
        The points in the juego, and the juegos, that the position's pair and the other have
        won before the deal; ``None`` for a table that is about the deal alone.
    """

    rules: Rules
    positions: tuple[int, ...]
    play: str
    effort: Effort
    score: tuple[int, int] | None = None
    juegos: tuple[int, int] | None = None

    @property
    def deals(self) -> int:
        """How many deals are played."""
        return DEALS if self.effort.deals is None else self.effort.deals

    @classmethod
    def read(cls, play: str, options: dict[str, Any], positions: tuple[int, ...]) -> Plan:
        """Return what a table's keywords ask for.

        Parameters
        ----------
        play
            Who plays how.
        options
            See ``analyzer.manilla.tables.table``.
        positions
            Those that the table has rows for.

        Raises
        ------
        InputError
            For whatever is unknown or wrong.
        """
        effort, fields = split_options(options)
        if effort.exact or effort.precision is not None:
            asked = "exact" if effort.exact else "precision"
            raise InputError(asked, "options", "deals: all rows come from the same sample")
        position = fields.pop("position", None)
        if position is not None:
            allowed = f"{positions[0]} to {positions[-1]}" if len(positions) > 1 else "1, who leads"
            at = read_number(position, "position", allowed)
            if at not in positions:
                raise InputError(at, "position", allowed)
            positions = (at,)
        Lineup.read(play, 1)  # refuses what does not exist
        given = {name: fields.pop(name, None) for name in ("score", "juegos")}
        rules = read_game(fields)
        score, juegos = read_scores(rules, **given)
        if score is None and juegos is not None:
            score = (0, 0)
        return cls(rules, positions, play, effort, score, juegos)

    def counts(self, kernel: Kernel) -> Iterator[tuple[int, Sums]]:
        """Yield every position with what a kernel counts for its seat.

        Ways of playing that are alike from several positions are simulated once.
        """
        found: dict[bytes, Sums] = {}
        for position in self.positions:
            seat = position % PLAYERS
            ways = Lineup.read(self.play, seat).ways
            if ways.tobytes() not in found:
                found[ways.tobytes()] = self.simulated(kernel, ways, (0, self.deals))
            yield position, found[ways.tobytes()][seat]

    def simulated(self, kernel: Kernel, ways: Sums, span: tuple[int, int]) -> Sums:
        """Return what a kernel counts, from the first deal of a span to before the last.

        Raises
        ------
        KeyboardInterrupt
            When somebody stopped it: a table of fewer deals would lack its rare rows.
        """
        shown, undertrump = self.rules.trump_card == "shown", self.rules.must_undertrump
        run = run_blocks(
            kernel,
            (np.uint64(self.effort.seed), shown, undertrump, ways),
            first=span[0],
            last=span[1],
            block=_BLOCK,
            threads=self.effort.threads,
            progress=self.effort.progress,
            scheduler=self.effort.scheduler,
        )
        if run.interrupted:
            raise KeyboardInterrupt
        return run.sums
