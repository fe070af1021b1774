"""Whether to play or run at mão de onze."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Unpack

from analyzer.core.errors import PolicyError
from analyzer.core.estimate import Estimate
from analyzer.core.result import Result
from analyzer.paulista.questions.asking import Asked, Case, Options
from analyzer.paulista.worth import worth_of
from analyzer.truco.decisions import best_action, break_even, played_value
from analyzer.truco.odds import result_counts


@dataclass(frozen=True, kw_only=True)
class OnzeResult(Result):
    """Whether to play at mão de onze.

    Attributes
    ----------
    action
        ``"play"`` or ``"run"``.
    win, undecided
        Chances when the hand is played.
    break_even
        The chance to win from which playing is better than running.
    values
        What either is worth, in chance to win the match.
    equity
        The table of match equities used.
    partner_known
        With four players: whether the partner's cards went into the answer.
    """

    game = "paulista"
    question = "onze"

    action: str
    win: Estimate
    undecided: Estimate
    break_even: float
    values: dict[str, Estimate]
    unit: str
    equity: dict[str, Any] | None
    partner_known: bool | None

    def headline(self) -> str:
        """Return the answer in a few words."""
        return f"{self.action}, wins {self.win.value:.1%}, needs {self.break_even:.1%}"


def onze(
    situation: Asked,
    *,
    play: str = "expert",
    equity: str | None = None,
    solver: bool | None = None,
    **options: Unpack[Options],
) -> OnzeResult:
    """Return whether to play or to run when my side is one hand short of the match.

    Only under rules with that choice. Running gives the other side the points of
    a plain hand; a lost hand gives it the raised stake.

    Parameters
    ----------
    situation
        A ``Situation``, its fields, or the three cards with the other fields as
        keywords; the score is needed.
    play
        A policy for all, ``mine/theirs`` or ``mine/partner/theirs``.
    equity
        The table of match equities.
    solver
        Refused: what is solved are hands that are played. How the other one plays a
        hand that was chosen to be played is something else.
    **options
        How much work, and fields of the situation; see ``Options``.

    Raises
    ------
    InputError
        For whatever is unknown, missing or wrong.
    """
    if solver:
        raise PolicyError(
            "onze", "solver", "accept or call: hands are solved, not the choice to play them"
        )
    case = Case.of("onze", situation, play, options)
    unit, worth, table = worth_of(case.situation, equity, case.effort)
    rules, side = case.situation.rules, case.situation.my_side
    counts = result_counts(case.table, case.lineup, case.effort, side=side)
    win, undecided = counts.chance(side), counts.chance(2)
    found = {
        "play": played_value(counts, side, worth, rules.onze_stake),
        "run": Estimate.exact(worth(0, rules.onze_run)),
    }
    return OnzeResult(
        basis=case.basis(counts),
        action=best_action(found),
        win=win,
        undecided=undecided,
        break_even=break_even(worth, rules.onze_stake, rules.onze_run, undecided.value),
        values=found,
        unit=unit,
        equity=table,
        partner_known=case.partner_known,
    )
