"""The tricks of whole hands between ways of playing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Unpack

from analyzer.boricua.policies import DEFAULT, lineup
from analyzer.boricua.questions.asking import Options, read_game
from analyzer.boricua.referee.flores import MANO
from analyzer.boricua.rules import Rules
from analyzer.boricua.spots import dealt_spot
from analyzer.core.effort import split_options
from analyzer.core.errors import InputError
from analyzer.core.estimate import Estimate
from analyzer.core.result import Basis, Result
from analyzer.truco.kernels.hand import FIRST_TRICK, TIED
from analyzer.truco.odds import Counts, result_counts
from analyzer.truco.policies import Lineup, Policy

_DEALER = 0


@dataclass(frozen=True, kw_only=True)
class SimulateResult(Result):
    """How the tricks of whole hands ended.

    Attributes
    ----------
    first_side_win, dealer_side_win
        Chances of the tricks for mano's side and for the dealer's.
    undecided
        Chance that nobody wins, which these rules leave at 0.
    first_trick_tied
        Chance that the first trick is tied; ``None`` with open cards, where
        many lines of play are equally good.
    win_given_first
        Chance that the side that won the first trick wins the hand; ``None`` likewise.
    counts
        The numbers behind the chances: deals, or weights when exact.
    """

    game = "boricua"
    question = "simulate"

    first_side_win: Estimate
    dealer_side_win: Estimate
    undecided: Estimate
    first_trick_tied: Estimate | None
    win_given_first: Estimate | None
    counts: dict[str, Any]

    def headline(self) -> str:
        """Return the answer in a few words."""
        return f"first side wins {self.first_side_win.value:.1%}"


def simulate(
    *, play: str | Sequence[Policy] = DEFAULT, **options: Unpack[Options]
) -> SimulateResult:
    """Play the tricks of whole hands between policies and count how they end.

    Parameters
    ----------
    play
        A policy for all or ``first/dealer`` side, as ``mine/theirs`` of mano; or one
        ``Policy`` for each side, own tables among them.
    **options
        ``rules``, ``rule``, ``players`` and how much work. Two players are counted
        without being asked to, four are always sampled.

    Raises
    ------
    InputError
        For whatever is unknown or wrong, and for ``exact`` where it is not possible.

    Examples
    --------
    >>> from analyzer import boricua
    >>> found = boricua.simulate(play="greedy", exact=True)
    >>> found.basis.deals, round(found.first_side_win.value, 6)
    (1492260, 0.382093)
    """
    effort, fields = split_options(options)
    rules, players = read_game(fields)
    seats = _seats(play, rules, players)
    if effort.exact and players == 4:
        raise InputError("exact", "options", "deals or precision: four players are sampled")
    row_seat = None if seats.all_open else FIRST_TRICK
    counts = result_counts(dealt_spot(players), seats, effort, side=MANO, row_seat=row_seat)
    tied, given, tricks = _first_tricks(counts, seats)
    ends = counts.counts.sum(axis=0)
    return SimulateResult(
        basis=_basis(rules, players, seats, counts),
        first_side_win=counts.chance(MANO),
        dealer_side_win=counts.chance(_DEALER),
        undecided=counts.chance(TIED),
        first_trick_tied=tied,
        win_given_first=given,
        counts={
            "deals": counts.deals,
            "first_side_win": int(ends[MANO]),
            "dealer_side_win": int(ends[_DEALER]),
            "undecided": int(ends[TIED]),
            "first_trick": tricks,
        },
    )


def _seats(play: str | Sequence[Policy], rules: Rules, players: int) -> Lineup:
    if isinstance(play, str):
        return lineup(play, rules, players, MANO)
    if len(play) not in (1, 2):
        raise InputError(len(play), "play", "one policy, or the first side's and the dealer's")
    first, dealer = play[0], play[-1]
    seats = tuple(first if seat & 1 else dealer for seat in range(players))
    return Lineup.seat(seats, signals=rules.signals)


def _first_tricks(
    counts: Counts, seats: Lineup
) -> tuple[Estimate | None, Estimate | None, dict[str, int] | None]:
    """Return how often the first trick is tied, what winning it is worth, and how it ended."""
    if seats.all_open:
        return None, None, None
    totals = counts.counts.sum(axis=1)
    decided = replace(counts, deals=int(totals[MANO] + totals[_DEALER]))
    kept = int(counts.counts[MANO, MANO] + counts.counts[_DEALER, _DEALER])
    ends = {"first_side": MANO, "dealer_side": _DEALER, "tied": TIED}
    tricks = {name: int(totals[end]) for name, end in ends.items()}
    return counts.share(tricks["tied"]), decided.share(kept), tricks


def _basis(rules: Rules, players: int, seats: Lineup, counts: Counts) -> Basis:
    return Basis(
        rules=rules.to_dict(),
        situation={"players": players},
        play=seats.name,
        method=counts.method,
        deals=counts.deals,
        seed=counts.seed,
        interrupted=counts.interrupted,
    )
