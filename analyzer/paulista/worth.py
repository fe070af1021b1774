"""What points are worth: themselves, or the chance to win the match."""

from __future__ import annotations

from typing import Any, Literal

from analyzer.core.effort import Effort
from analyzer.core.errors import PolicyError
from analyzer.paulista.situation import Situation
from analyzer.truco.decisions import Worth

Unit = Literal["points", "match"]


def worth_of(situation: Situation, equity: str, effort: Effort) -> tuple[Unit, Worth, Any]:
    """Return the unit of a situation's values, what points are worth, and the table used.

    Parameters
    ----------
    situation
        With a score values are chances to win the match, else points.
    equity
        Which table of match equities: ``"normal"``, from both sides playing
        expert and calling with the normal profile. ``"solved"`` will be the
        solver's.
    effort
        For rules whose table is not shipped and has to be computed.

    Raises
    ------
    PolicyError
        For a table that does not exist.
    """
    if equity not in ("normal", "solved"):
        raise PolicyError(equity, "equity", "normal or solved")
    if equity == "solved":
        raise PolicyError(equity, "equity", "normal; the match has not been solved yet")
    if situation.score is None:
        return "points", _points, None
    from analyzer.paulista.equity import equity_for

    us, them = situation.score
    rules = situation.rules
    table = equity_for(rules, situation.players, effort=effort)
    we_deal_next = situation.my_side == 1

    def match(ours: int, theirs: int) -> float:
        return table.after(us + ours, them + theirs, we_deal=we_deal_next)

    return "match", match, {"table": equity, **table.to_dict()}


def _points(ours: int, theirs: int) -> float:
    return float(ours - theirs)
