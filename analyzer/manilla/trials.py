"""Ways to find out what cards lead to: the deals that fit, played out or solved."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Self

import numpy as np

from analyzer.core.blocks import Run, Sums, run_until
from analyzer.core.effort import Effort
from analyzer.core.estimate import Z95, z_value
from analyzer.manilla.cards import mask_of
from analyzer.manilla.choices import Choices
from analyzer.manilla.hidden import Hidden
from analyzer.manilla.kernels.choice import played_cards, solved_cards
from analyzer.manilla.policies import OPEN, Lineup
from analyzer.manilla.situation import Situation, TableState
from analyzer.manilla.spots import start_of

NODES = 1 << 24
"""Cards that the search of one open deal may play, two or three seconds' work."""

_PLAYED_LOOKS = tuple(1 << n for n in range(9, 17))
_PLAYED_BLOCK = 1 << 7
_PLAYED_FEW = 1 << 14

_SOLVED_MOST = 17
"""With n tricks left 2^(17 - n) deals are solved at most."""

_SOLVED_LEAST = 16
_SOLVED_LOOKS = 6
_SOLVED_BLOCK = 1 << 4
_SLOW_TRICKS = 9
"""With so many tricks left every solved deal is a block."""


@dataclass(frozen=True)
class Trial:
    """A way to find out what every card leads to in a hidden deal.

    Attributes
    ----------
    name
        How cards are played, as it is asked for.
    kernel, args
        A block kernel of ``analyzer.manilla.kernels.choice``, and its arguments after
        the cards.
    looks
        Deals after which a sample is looked at; the last is the most.
    block
        Deals in a block.
    few
        So many deals are all gone through when nobody says how many to sample; 0 where
        chance plays on.
    """

    name: str
    kernel: Callable[..., Sums]
    args: tuple[Any, ...]
    looks: tuple[int, ...]
    block: int
    few: int

    @classmethod
    def of(cls, play: str, state: TableState) -> Self:
        """Return the way that a policy asks for in a deal in progress.

        Raises
        ------
        PolicyError
            For a policy that there is not.
        """
        if play == OPEN:
            return cls.solving(state)
        lineup = Lineup.read(play, state.seat)
        return cls(
            lineup.name,
            played_cards,
            (lineup.ways,),
            _PLAYED_LOOKS,
            _PLAYED_BLOCK,
            0 if lineup.by_chance else _PLAYED_FEW,
        )

    @classmethod
    def solving(cls, state: TableState) -> Self:
        """Return the way of perfect play with open cards; it costs more with more tricks left."""
        tricks = state.left[state.seat]
        most = 1 << (_SOLVED_MOST - tricks)
        looks = [most]
        while len(looks) < _SOLVED_LOOKS and looks[0] > _SOLVED_LEAST:
            looks.insert(0, looks[0] // 2)
        block = 1 if tricks >= _SLOW_TRICKS else _SOLVED_BLOCK
        return cls(OPEN, solved_cards, (np.int64(NODES),), tuple(looks), block, most)

    def run(
        self,
        situation: Situation,
        hidden: Hidden,
        cards: Sequence[int],
        effort: Effort,
        *,
        every: bool,
    ) -> tuple[Choices, bool]:
        """Try cards in all deals that fit, or in a sample of them.

        Parameters
        ----------
        situation, hidden
            Who asks, and the deals that fit.
        cards
            The cards that are tried, different from each other.
        effort
            How many deals; without a number, until the best card is clear or the last look.
        every
            Whether to go through all deals.

        Returns
        -------
        choices, interrupted
            What they lead to, and whether somebody broke the sample off.
        """
        looks = (hidden.ways,) if every else self._looks(effort, len(cards))
        z = Z95 if len(looks) == 1 else z_value(looks=len(looks))
        clear_z = z_value(looks=len(looks) * max(1, len(cards) - 1))

        def choices(sums: Sums, done: int) -> Choices:
            return Choices(sums, done, z, clear_z, exact=every)

        def enough(sums: Sums, done: int) -> bool:
            found = choices(sums, done)
            if effort.precision is None:
                return found.clear
            return found.win(found.best).half_width <= effort.precision

        state = situation.table_state()
        args = (
            np.uint64(effort.seed),
            *hidden.args,
            np.int64(state.seat),
            np.int64(mask_of(state.mine)),
            start_of(state, situation.rules),
            every,
            np.array(cards, np.int64),
            *self.args,
        )
        run: Run = run_until(
            self.kernel,
            args,
            looks=looks,
            enough=enough,
            block=self.block,
            threads=effort.threads,
            progress=effort.progress,
            scheduler=effort.scheduler,
        )
        if run.done < 2 and not (every and run.done):
            raise KeyboardInterrupt
        return choices(run.sums, run.done), run.interrupted

    def _looks(self, effort: Effort, cards: int) -> tuple[int, ...]:
        """Return the numbers of deals after which a sample is looked at."""
        if effort.deals is not None:
            return (effort.deals,)
        if effort.precision is not None:
            # The worst case is a chance of one half; leave room for the split error.
            most = (z_value(looks=40) * 0.5 / effort.precision) ** 2
            doublings = math.ceil(math.log2(max(1.0, most / self.looks[0])))
            return tuple(self.looks[0] << n for n in range(doublings + 1))
        return self.looks if cards > 1 else self.looks[:1]
