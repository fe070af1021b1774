"""Decisions from a solution, and where one disagrees with a decision made without it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from analyzer.core.effort import Effort, split_options
from analyzer.core.errors import InputError, PolicyError
from analyzer.core.estimate import Estimate
from analyzer.core.result import Result
from analyzer.paulista.questions.asking import Asked, situation_of
from analyzer.paulista.situation import Situation
from analyzer.paulista.worth import worth_of
from analyzer.truco.decisions import Worth

if TYPE_CHECKING:
    import pandas as pd

    from analyzer.paulista.questions.solved import Found, Solved
    from analyzer.paulista.solver.tree import Action

RARE = 0.05
"""What a solution does less often than this it as good as never does."""

COMES_UP = 0.01
"""Where a player comes less often than this the solution is too rough to disagree."""

MUCH = {"points": 0.05, "match": 0.005}
"""What must be lost for a solution to disagree."""


@dataclass(frozen=True)
class Dissent:
    """What a solution that lies in the cache does, when something else is advised.

    Attributes
    ----------
    action
        What it does most often.
    frequencies
        How often it does what.
    behind
        By how much the advised action is worth less, when both play the solution.
    exploitability
        How far the solution may be off.
    """

    action: str
    frequencies: dict[str, float]
    behind: float
    exploitability: float


@dataclass(frozen=True, kw_only=True)
class SolverFields(Result):
    """What an answer has from the solver.

    Attributes
    ----------
    frequencies
        With ``solver``: how often the solution does what.
    reached
        With ``solver``: how often, by the solution, the other does all that he did, of
        what he may hold to do it with.
    followed
        With ``solver``: how often the solution, with these cards, does all that I did.
        Where one of the two is next to never the solution is rough.
    exploitability
        With ``solver``: how far the solution may be off, in the unit of the values.
    solver
        Without ``solver``: what a solution in the cache does, where it disagrees strongly.
    """

    frequencies: dict[str, float] | None = None
    reached: float | None = None
    followed: float | None = None
    exploitability: float | None = None
    solver: Dissent | None = None

    def to_frame(self) -> pd.DataFrame:
        """Return the answer as a table; with ``solver`` a column says how often what is done."""
        frame = super().to_frame()
        if self.frequencies is not None:
            often = {f"values.{name}": share for name, share in self.frequencies.items()}
            frame["frequency"] = frame["quantity"].map(often)
        return frame


def verify_unsaid(effort: Effort, said: Mapping[str, object]) -> None:
    """Raise ``PolicyError`` for options that contradict a solution.

    Parameters
    ----------
    effort
        A solution is not sampled.
    said
        The other options by name, ``None`` when they were not given.
    """
    for name, value in {**said, "deals": effort.deals, "precision": effort.precision}.items():
        if value is not None:
            raise PolicyError(value, name, "left out: the solver knows how both play and call")


def verify_unsolved(said: Mapping[str, object]) -> None:
    """Raise ``PolicyError`` for options that only the solver takes, ``None`` when not given."""
    for name, value in said.items():
        if value is not None:
            raise PolicyError(value, name, "left out, or with solver")


def ask_solver(
    question: str,
    situation: Asked,
    action: Action,
    said: Mapping[str, object],
    equity: str | None,
    options: Mapping[str, Any],
    **work: Any,
) -> tuple[Solved, float, Worth, Any]:
    """Return what a solution does, and what it is counted in.

    Parameters
    ----------
    question, situation
        What is asked.
    action
        After which the chance to win the hand is wanted.
    said
        What must not be given beside the solver; see `verify_unsaid`.
    equity
        The table of match equities for a situation with a score.
    options
        How much work, and fields of the situation.
    **work
        For the solver; see ``solve``.

    Returns
    -------
    found, win, worth, table
        The solution in this situation, the chance, what points are worth, and the table used.
    """
    from analyzer.paulista.questions.solved import Standing

    effort, named = split_options(options)
    verify_unsaid(effort, said)
    asked = situation_of(question, situation, named)
    found = Standing.of(asked, "solver", equity).solve(**work)
    win = found.win(action)  # first: what it needs is let go of, what values need is kept
    _, worth, table = worth_of(asked, equity, effort)
    return found, win, worth, table


def from_solver(found: Solved, said: Found) -> dict[str, Any]:
    """Return what every decision has from a solution, as keywords.

    Parameters
    ----------
    found
        What the solution does.
    said
        Frequencies and values of the actions.
    """
    return {
        "basis": found.basis(),
        "action": str(found.ranked(said)[0]),
        "undecided": Estimate.exact(0.0),
        "unit": found.standing.unit,
        "partner_known": None,
        "frequencies": frequencies(said),
        "reached": found.reached,
        "followed": found.followed,
        "exploitability": found.exploitability,
    }


def dissent(asked: Situation, action: str, equity: str | None) -> Dissent | None:
    """Return what a solution in the cache does, if it disagrees strongly.

    It does when it hardly ever does what is advised, and that loses more than may be
    the solution's own fault. The cache is looked at only where a solution fits.

    Parameters
    ----------
    asked
        The situation.
    action
        What is advised without the solver.
    equity
        The table of match equities for a situation with a score.
    """
    from analyzer.paulista.solver.store import any_kept

    if asked.players != 2 or not any_kept("brief"):
        return None
    from analyzer.paulista.questions.solved import Standing
    from analyzer.paulista.solver.brief import kept_brief

    try:
        standing = Standing.of(asked, "solver", equity)
    except InputError:
        return None
    brief = kept_brief(standing.game)
    said = None if brief is None else brief.at(standing.line, standing.mine)
    if brief is None or said is None or said.reached < COMES_UP:
        return None
    actions = standing.named(said.actions)
    values = {str(name): value for name, (_, value) in actions.items()}
    often, best = frequencies(actions), most_frequent(actions)
    behind = values[best] - values[action]
    if often[action] >= RARE or behind <= max(brief.exploitability, MUCH[standing.unit]):
        return None
    return Dissent(best, often, behind, brief.exploitability)


def most_frequent(said: Found) -> str:
    """Return what is done most often, the better of equals."""
    return str(max(said, key=lambda action: said[action]))


def frequencies(said: Found) -> dict[str, float]:
    """Return how often each action is taken."""
    return {str(action): often for action, (often, _) in said.items()}
