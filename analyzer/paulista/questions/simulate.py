"""Whole hands between ways of playing, with and without calls."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Unpack

import numpy as np

from analyzer.core.effort import Effort, split_options
from analyzer.core.errors import InputError
from analyzer.core.estimate import Estimate
from analyzer.core.result import Basis, Result
from analyzer.paulista.policies import lineup
from analyzer.paulista.questions.asking import Options
from analyzer.paulista.rules import Rules
from analyzer.paulista.spots import dealt_spot, viras
from analyzer.truco.calls import Talk, call_counts, holding_quantiles
from analyzer.truco.equity import Profiles, both_profiles
from analyzer.truco.games import read_game
from analyzer.truco.kernels.hand import FIRST_TRICK, TIED
from analyzer.truco.odds import Counts, result_counts
from analyzer.truco.policies import Lineup, Policy
from analyzer.truco.profiles import Profile

_MANO = 1
"""The seat that leads; its side is the first one."""


@dataclass(frozen=True, kw_only=True)
class SimulateResult(Result):
    """How whole hands ended.

    Attributes
    ----------
    first_side_win, dealer_side_win, undecided
        Chances of the hand for the side that leads the first trick, for the
        dealer's side, and that nobody wins.
    first_trick_tied
        Chance that the first trick is tied; ``None`` with open cards, where
        many lines of play are equally good, and with calls.
    win_given_first
        Chance that the side that won the first trick wins the hand; ``None`` likewise.
    points
        Mean points of the first side less those of the dealer's, with calls;
        else ``None``.
    called, refused
        Chances that somebody calls, and that a call ends the hand, with calls.
    counts
        The numbers behind the chances: deals, or weights when exact.
    profile
        How each side calls and answers, the mão's first; ``None`` when nobody does.
    """

    game = "paulista"
    question = "simulate"

    first_side_win: Estimate
    dealer_side_win: Estimate
    undecided: Estimate
    first_trick_tied: Estimate | None
    win_given_first: Estimate | None
    points: Estimate | None
    called: Estimate | None
    refused: Estimate | None
    counts: dict[str, Any]
    profile: list[dict[str, Any]] | None

    def headline(self) -> str:
        """Return the answer in a few words."""
        return f"first side wins {self.first_side_win.value:.1%}"


def simulate(
    *,
    play: str | Sequence[Policy] = "expert",
    profile: Profiles | None = None,
    **options: Unpack[Options],
) -> SimulateResult:
    """Play whole hands between policies and count how they end.

    Parameters
    ----------
    play
        A policy for all or ``first/dealer`` side, as ``mine/theirs`` of the
        mão; or one ``Policy`` for each side, own tables among them.
    profile
        How both sides call and answer, by name or as ``calls=0.25,bluffs=0.1``, or
        ``first/dealer``; without it nobody calls.
    **options
        ``rules``, ``rule``, ``players`` and how much work. Two players without calls
        are counted without being asked to, everything else is sampled.

    Raises
    ------
    InputError
        For whatever is unknown or wrong, and for ``exact`` where it is not possible.

    Examples
    --------
    >>> from analyzer import paulista
    >>> found = paulista.simulate(play="random", rule={"all_tied": "none"}, exact=True)
    >>> round(found.first_side_win.value, 6), round(found.undecided.value, 6)
    (0.499834, 0.000331)
    """
    effort, fields = split_options(options)
    rules, players = read_game(Rules, fields)
    seats = _seats(play, rules, players)
    if profile is not None:
        return _with_calls(rules, players, seats, both_profiles(profile), effort)
    if effort.exact and players == 4:
        raise InputError("exact", "options", "deals or precision: four players are sampled")
    # With two players the deals of every vira are few enough to be counted unasked.
    counted = players == 2 and effort.deals is None and effort.precision is None
    spots = [dealt_spot(rules, players, vira) for vira in viras(rules)] if counted else []
    row_seat = None if seats.all_open else FIRST_TRICK
    found = [
        result_counts(spot, seats, effort, side=_MANO, row_seat=row_seat)
        for spot in spots or [dealt_spot(rules, players)]
    ]
    return _without_calls(rules, players, seats, _added(found))


def _seats(play: str | Sequence[Policy], rules: Rules, players: int) -> Lineup:
    if isinstance(play, str):
        return lineup(play, rules, players, _MANO)
    if len(play) not in (1, 2):
        raise InputError(len(play), "play", "one policy, or the first side's and the dealer's")
    first, dealer = play[0], play[-1]
    return Lineup.seat(tuple(first if seat & 1 else dealer for seat in range(players)))


def _added(found: Sequence[Counts]) -> Counts:
    """Return counts over viras that are equally likely."""
    sums = np.sum([counts.counts for counts in found], axis=0)
    stopped = any(counts.interrupted for counts in found)
    return replace(found[0], counts=sums, deals=int(sums.sum()), interrupted=stopped)


def _without_calls(rules: Rules, players: int, seats: Lineup, counts: Counts) -> SimulateResult:
    tied = given = None
    by_first = counts.counts
    tricks: dict[str, int] | None = None
    if not seats.all_open:
        totals = by_first.sum(axis=1)
        tied = counts.share(int(totals[TIED]))
        decided = int(totals[0] + totals[1])
        kept = replace(counts, deals=decided)
        given = kept.share(int(by_first[0, 0] + by_first[1, 1]))
        names = ("first_side", "dealer_side", "tied")
        tricks = dict(zip(names, (int(totals[side]) for side in (_MANO, 0, TIED)), strict=True))
    ends = by_first.sum(axis=0)
    return SimulateResult(
        basis=_basis(rules, players, seats, counts),
        first_side_win=counts.chance(_MANO),
        dealer_side_win=counts.chance(1 - _MANO),
        undecided=counts.chance(TIED),
        first_trick_tied=tied,
        win_given_first=given,
        points=None,
        called=None,
        refused=None,
        counts={
            "deals": counts.deals,
            "first_side_win": int(ends[_MANO]),
            "dealer_side_win": int(ends[1 - _MANO]),
            "undecided": int(ends[TIED]),
            "first_trick": tricks,
        },
        profile=None,
    )


def _with_calls(
    rules: Rules,
    players: int,
    seats: Lineup,
    profiles: tuple[Profile, Profile],
    effort: Effort,
) -> SimulateResult:
    two = lineup(seats.name, rules, 2, _MANO)
    quantiles = holding_quantiles(dealt_spot(rules, 2), two, players, effort.threads)
    talk = Talk(steps=len(rules.ladder))
    spot = dealt_spot(rules, players)
    by_side = profiles[::-1]  # the dealer's is side 0
    found = call_counts(spot, seats, quantiles, by_side, talk, effort, side=_MANO)
    always_won = rules.all_tied != "none"
    ends = np.array([[*found.won[0].sum(axis=1), found.undecided[0]]])
    origin = (found.deals, found.seed, found.z, always_won, found.interrupted)
    counts = Counts(ends, "monte_carlo", *origin)
    return SimulateResult(
        basis=_basis(rules, players, seats, counts),
        first_side_win=counts.chance(_MANO),
        dealer_side_win=counts.chance(1 - _MANO),
        undecided=counts.chance(TIED),
        first_trick_tied=None,
        win_given_first=None,
        points=found.points(rules.ladder, _MANO),
        called=counts.share(int(found.called[0])),
        refused=counts.share(int(found.refused[0])),
        counts={
            "deals": found.deals,
            "first_side_win": found.by_stake(rules.ladder, _MANO),
            "dealer_side_win": found.by_stake(rules.ladder, 1 - _MANO),
            "undecided": int(found.undecided[0]),
        },
        profile=[one.to_dict() for one in profiles],
    )


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
