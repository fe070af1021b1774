"""What the hand with its calls is worth when both play perfectly."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, overload

from analyzer.core.cluster import Client
from analyzer.core.effort import Effort
from analyzer.core.errors import InputError, MissingError, SituationError
from analyzer.core.fields import printable, read_pair
from analyzer.core.numerals import decimal
from analyzer.core.result import Basis, Result
from analyzer.paulista.cards import card_name, read_vira
from analyzer.paulista.equity.solved import chosen_equity
from analyzer.paulista.questions.solve_match import MatchSolution, solve_whole_match
from analyzer.paulista.rules import Rules
from analyzer.paulista.situation.fields import read_rules
from analyzer.paulista.spots import deck_powers
from analyzer.truco.situation.checks import verify_points

if TYPE_CHECKING:
    import pandas as pd

    from analyzer.paulista.solver.campaign import Campaign
    from analyzer.paulista.solver.game import Game
    from analyzer.paulista.solver.run import Look

POINTS_UNTIL = 0.005
"""Exploitability that is good enough unless another is given, in points of a hand."""

MATCH_UNTIL = 0.0005
"""The same in chance to win the match."""


@dataclass(frozen=True, kw_only=True)
class SolveResult(Result):
    """The value of a hand.

    Attributes
    ----------
    value
        What the mão gets when both play the solution: points, or with a score the
        chance to win the match.
    low, high
        What the solution gives the mão against the best answer, and what the best
        answer gives him against the solution; the true value lies between.
    exploitability
        How far they are apart: what both best answers together win.
    iterations, seconds
        What it took, earlier runs included.
    unit
        ``"points"`` or ``"match"``.
    """

    game = "paulista"
    question = "solve"

    value: float
    low: float
    high: float
    exploitability: float
    iterations: int
    seconds: float
    unit: str

    def to_frame(self) -> pd.DataFrame:
        """Return the answer as a table of one row."""
        import pandas as pd

        answer = self.to_dict()
        names = ("value", "low", "high", "exploitability", "iterations", "seconds", "unit")
        frame = pd.DataFrame([{name: answer[name] for name in names}])
        frame.attrs = {name: value for name, value in answer.items() if name not in names}
        return frame

    def headline(self) -> str:
        """Return the answer in a few words."""
        return f"the mão gets {self.value:+.4f}"


@overload
def solve(
    *,
    match: Literal[False] = False,
    vira: Any = None,
    score: Any = None,
    until: float | str | None = None,
    time: float | str | None = None,
    say: Callable[[Look], None] | None = None,
    rules: Any = None,
    rule: Any = None,
) -> SolveResult: ...


@overload
def solve(
    *,
    match: Literal[True],
    until: float | str | None = None,
    time: float | str | None = None,
    threads: int | None = None,
    client: Client | None = None,
    say: Callable[[Campaign], None] | None = None,
    rules: Any = None,
    rule: Any = None,
) -> MatchSolution: ...


def solve(
    *,
    match: bool = False,
    vira: Any = None,
    score: Any = None,
    until: float | str | None = None,
    time: float | str | None = None,
    threads: int | None = None,
    client: Client | None = None,
    say: Callable[[Any], None] | None = None,
    rules: Any = None,
    rule: Any = None,
) -> SolveResult | MatchSolution:
    """Solve the hand of two players with all its calls, or the whole match.

    What is solved is kept in the user's cache folder, and gone on with when more
    is asked for; a run that is stopped loses less than a minute, and of a match the
    scores under way.

    Parameters
    ----------
    match
        Solve every score of the match, backward; hours.
    vira
        The card turned up, or its rank.
    score
        The mão's points and the dealer's; then the chance to win the match is what
        counts, both sides going on as in the table of equities.
    until
        Exploitability of a hand that is good enough; 0.005 points, or 0.0005 of the
        match, and 0.00072 for the whole of it.
    time
        Seconds to go on at most.
    threads, client
        For a match: local threads, each of which takes up to 0.9 GB, all cores unless
        given; or a connected ``distributed.Client`` whose workers solve scores.
    say
        Told now and then how far it has come.
    rules, rule
        See ``Situation.read``; no covered cards, three ties to the dealer.

    Raises
    ------
    InputError
        For whatever is missing, unknown or wrong.
    """
    house = read_rules(rules, rule)
    if match:
        _verify_whole(vira=vira, score=score)
        goal = None if until is None else read_goal(until, None, None)[0]
        _, limit = read_goal(None, time, None)
        return solve_whole_match(
            house, until=goal, seconds=limit, threads=threads, client=client, say=say
        )
    for name, given in (("threads", threads), ("scheduler", client)):
        if given is not None:
            raise InputError(given, name, "only with match: one hand is solved on one core")
    return _solve_hand(house, vira, score, until=until, time=time, say=say)


def _verify_whole(**said: Any) -> None:
    """Raise ``InputError`` for what makes no sense when the whole match is solved."""
    for name, value in said.items():
        if value is not None:
            raise InputError(value, name, "left out: the match has all viras and scores")


def _solve_hand(
    house: Rules,
    vira: Any,
    score: Any,
    *,
    until: float | str | None,
    time: float | str | None,
    say: Callable[[Look], None] | None,
) -> SolveResult:
    from analyzer.paulista.solver.optimal import verify_solved
    from analyzer.paulista.solver.run import solve_game

    verify_solved(house, 2, "solve", "rules")
    if vira is None and house.manilhas == "vira":
        raise MissingError("vira", "the card turned up or its rank, such as 4")
    turned = None if vira is None else read_vira(house, vira)
    points = None
    if score is not None:
        points = read_pair(score, "score", "us-them, such as 9-8")
        verify_points(points, f"{points[0]}-{points[1]}", house.target - 1)
    unit = "points" if points is None else "match"
    goal, limit = read_goal(until, time, points)
    game = game_of(house, turned, points)
    found = solve_game(game, until=goal, seconds=limit, say=say)
    cards = sum(game.counts)
    look = found.look
    return SolveResult(
        basis=Basis(
            rules=house.to_dict(),
            situation={
                "vira": None if turned is None else card_name(turned),
                "players": 2,
                "score": None if points is None else f"{points[0]}-{points[1]}",
            },
            play="optimal",
            method="exact",
            deals=math.comb(cards, 3) * math.comb(cards - 3, 3),
            seed=None,
            interrupted=found.interrupted,
        ),
        value=found.solver.value(),
        low=look.low,
        high=look.high,
        exploitability=look.exploitability,
        iterations=look.iterations,
        seconds=look.seconds,
        unit=unit,
    )


def game_of(
    rules: Rules, vira: int | None, score: tuple[int, int] | None, equity: str | None = None
) -> Game:
    """Return the game that is solved.

    Parameters
    ----------
    score
        The mão's points and the dealer's, or ``None`` for the points of the hand.
    equity
        Which table of match equities says what scores are worth; see ``chosen_equity``.

    Raises
    ------
    SituationError
        At escuro, where nobody sees his cards.
    """
    from analyzer.paulista.solver.cardplay import class_counts
    from analyzer.paulista.solver.game import DEALER, MAO, Game

    counts = class_counts(deck_powers(rules, vira))
    if score is None:
        return Game.of_points(counts, rules.ladder)
    us, them = score
    if us == them == rules.onze_score:
        raise SituationError(f"{us}-{them}", "score", "another: escuro is played blind")
    onze = rules.onze_score in score
    stakes = (rules.onze_stake,) if onze else rules.ladder
    _, table = chosen_equity(rules, 2, equity, Effort())

    def after(ours: int, theirs: int) -> float:
        return table.after(us + ours, them + theirs, we_deal=True)

    won = tuple(after(stake, 0) for stake in stakes)
    lost = tuple(after(0, stake) for stake in stakes)
    if not (onze and rules.onze_choice):
        return Game(counts, (won, lost))
    mao_chooses = us == rules.onze_score
    ran = after(0, rules.onze_run) if mao_chooses else after(rules.onze_run, 0)
    seat = MAO if mao_chooses else DEALER
    return Game.of_choice(counts, seat, won=won[0], lost=lost[0], ran=ran)


def read_goal(
    until: float | str | None, time: float | str | None, score: tuple[int, int] | None
) -> tuple[float, float | None]:
    """Return the exploitability that is good enough, and how many seconds to go on at most.

    Raises
    ------
    InputError
        For what is no number above 0.
    """
    goal = POINTS_UNTIL if score is None else MATCH_UNTIL
    if until is not None:
        goal = _read_positive(until, "until", "an exploitability above 0, such as 0.005")
    limit = None if time is None else _read_positive(time, "time", "seconds, such as 60")
    return goal, limit


def _read_positive(value: object, place: str, allowed: str) -> float:
    try:
        number = decimal(value) if isinstance(value, str) else float(value)  # type: ignore[arg-type]
    except (TypeError, ValueError, OverflowError):
        raise InputError(printable(value), place, allowed) from None
    if not (math.isfinite(number) and number > 0):
        raise InputError(value, place, allowed)
    return number
