"""What points are worth: themselves, or the chance to win the match."""

from __future__ import annotations

from typing import Any, Literal

from analyzer.core.effort import Effort
from analyzer.paulista.equity.solved import chosen_equity, verify_table
from analyzer.paulista.situation import Situation
from analyzer.truco.decisions import Worth

Unit = Literal["points", "match"]


def worth_of(situation: Situation, equity: str | None, effort: Effort) -> tuple[Unit, Worth, Any]:
    """Return the unit of a situation's values, what points are worth, and the table used.

    Parameters
    ----------
    situation
        With a score values are chances to win the match, else points.
    equity
        Which table of match equities; see ``chosen_equity``.
    effort
        For rules whose table is not shipped and has to be computed.

    Raises
    ------
    PolicyError
        For a table that does not exist.
    """
    verify_table(equity)
    if situation.score is None:
        return "points", _points, None
    us, them = situation.score
    name, table = chosen_equity(situation.rules, situation.players, equity, effort)
    we_deal_next = situation.my_side == 1

    def match(ours: int, theirs: int) -> float:
        return table.after(us + ours, them + theirs, we_deal=we_deal_next)

    return "match", match, {"table": name, **table.to_dict()}


def _points(ours: int, theirs: int) -> float:
    return float(ours - theirs)
