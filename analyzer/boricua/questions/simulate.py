"""Whole hands between ways of playing: the tricks alone, or flor and envite before them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Unpack

import numpy as np

from analyzer.boricua.equity.talk import talks_of
from analyzer.boricua.policies import DEFAULT, lineup
from analyzer.boricua.questions.asking import Options
from analyzer.boricua.referee.flores import MANO
from analyzer.boricua.rules import Rules
from analyzer.boricua.spots import dealt_spot
from analyzer.core.effort import Effort, split_options
from analyzer.core.errors import InputError
from analyzer.core.estimate import Estimate
from analyzer.core.result import Basis, Result
from analyzer.truco.calls import Talk, call_counts, holding_quantiles
from analyzer.truco.games import read_game
from analyzer.truco.kernels.hand import FIRST_TRICK, TIED
from analyzer.truco.odds import Counts, result_counts
from analyzer.truco.policies import Lineup, Policy
from analyzer.truco.profiles import Profile, read_profile

_DEALER = 0


@dataclass(frozen=True, kw_only=True)
class SimulateResult(Result):
    """How whole hands ended.

    Attributes
    ----------
    first_side_win, dealer_side_win
        Chances of the truco for mano's side and for the dealer's.
    undecided
        Chance that nobody wins, which these rules leave at 0.
    first_trick_tied
        Chance that the first trick is tied; ``None`` with open cards, where
        many lines of play are equally good, and with a profile.
    win_given_first
        Chance that the side that won the first trick wins the hand; ``None`` likewise.
    points
        Mean points of mano's side less those of the dealer's, a juego counting as its
        stake; this and what follows but for the counts ``None`` without a profile.
    phases
        The same of the flor, the envite and the truco by themselves.
    flor_sent, envite_opened, envite_refused
        Chances that somebody sends a flor, that somebody opens an envite, and that it
        ends because a step is refused; counted over all deals.
    called, refused
        Chances that somebody calls in the truco, and that a call ends it.
    counts
        The numbers behind the chances of the truco: deals, or weights when exact.
    profile
        How both sides call and answer, in the envite as in the truco.
    """

    game = "boricua"
    question = "simulate"

    first_side_win: Estimate
    dealer_side_win: Estimate
    undecided: Estimate
    first_trick_tied: Estimate | None
    win_given_first: Estimate | None
    counts: dict[str, Any]
    points: Estimate | None = None
    phases: dict[str, Estimate] | None = None
    flor_sent: Estimate | None = None
    envite_opened: Estimate | None = None
    envite_refused: Estimate | None = None
    called: Estimate | None = None
    refused: Estimate | None = None
    profile: dict[str, Any] | None = None

    def headline(self) -> str:
        """Return the answer in a few words."""
        return f"first side wins {self.first_side_win.value:.1%}"


def simulate(
    *,
    play: str | Sequence[Policy] = DEFAULT,
    profile: str | Profile | None = None,
    **options: Unpack[Options],
) -> SimulateResult:
    """Play whole hands between policies and count how they end.

    Without a profile only the tricks are played. With one, whoever holds a flor sends it;
    where nobody does there may be an envite; then cards are played, and called on.

    Parameters
    ----------
    play
        A policy for all or ``first/dealer`` side, as ``mine/theirs`` of mano; or one
        ``Policy`` for each side, own tables among them.
    profile
        How both sides call and answer, by name or as ``calls=0.25,bluffs=0.1``.
    **options
        ``rules``, ``rule``, ``players`` and how much work. Two players without a
        profile are counted without being asked to, everything else is sampled.

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
    rules, players = read_game(Rules, fields)
    seats = _seats(play, rules, players)
    if profile is not None:
        caller = read_profile(profile, "profile")
        return _with_profile(rules, players, seats, caller, effort)
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


def _with_profile(
    rules: Rules, players: int, seats: Lineup, profile: Profile, effort: Effort
) -> SimulateResult:
    both = (profile, profile)
    two = lineup(seats.name, rules, 2, MANO)
    quantiles = holding_quantiles(dealt_spot(2), two, players, effort.threads)
    calls = Talk(steps=len(rules.ladder))
    found = call_counts(dealt_spot(players), seats, quantiles, both, calls, effort, side=MANO)
    ends = np.array([[*found.won[0].sum(axis=1), found.undecided[0]]])
    origin = (found.deals, found.seed, found.z, True, found.interrupted)
    counts = Counts(ends, "monte_carlo", *origin)
    talks = talks_of(rules, both, players)
    phases = {
        "flor": Estimate.exact(talks.flor_points(MANO)),
        "envite": Estimate.exact(talks.envite_points(MANO)),
        "truco": found.points(rules.ladder, MANO),
    }
    talked = phases["flor"].value + phases["envite"].value
    return SimulateResult(
        basis=_basis(rules, players, seats, counts),
        first_side_win=counts.chance(MANO),
        dealer_side_win=counts.chance(_DEALER),
        undecided=counts.chance(TIED),
        first_trick_tied=None,
        win_given_first=None,
        counts={
            "deals": found.deals,
            "first_side_win": found.by_stake(rules.ladder, MANO),
            "dealer_side_win": found.by_stake(rules.ladder, _DEALER),
            "undecided": int(found.undecided[0]),
        },
        points=phases["truco"].affine(1, talked),
        phases=phases,
        flor_sent=Estimate.exact(talks.sent),
        envite_opened=Estimate.exact(talks.opened),
        envite_refused=Estimate.exact(talks.refused),
        called=counts.share(int(found.called[0])),
        refused=counts.share(int(found.refused[0])),
        profile=profile.to_dict(),
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
