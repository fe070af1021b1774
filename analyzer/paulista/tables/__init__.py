"""Tables of what hands, manilhas, first tricks, positions, calls and scores are worth.

Every table has one row for each thing it tells, its interval beside it, and in
``attrs`` what it rests on. Two players are counted, four are sampled.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Unpack

from analyzer.core.fields import verify_one_of
from analyzer.paulista.questions.asking import Options
from analyzer.paulista.tables.calls import calls
from analyzer.paulista.tables.hands import first_trick, hands, manilha_holdings, pairs, positions
from analyzer.paulista.tables.plan import read_plan
from analyzer.paulista.tables.thresholds import thresholds

if TYPE_CHECKING:
    import pandas as pd


def table(
    name: str,
    *,
    play: str | None = None,
    answers: str | tuple[float, float] | None = None,
    **options: Unpack[Options],
) -> pd.DataFrame:
    """Return a table of Truco Paulista.

    Parameters
    ----------
    name
        ``"hands"``, ``"pairs"``, ``"manilhas"``, ``"first-trick"``, ``"positions"``,
        ``"calls"`` or ``"thresholds"``.
    play
        Only this way of playing; by default random, greedy, expert and, where
        it makes sense and ends in time, open; for ``calls`` expert.
    answers
        For ``calls``: which shares of their hands stay and raise, ``0.5,0.1``.
    **options
        ``rules``, ``rule``, ``players``, ``vira``, ``position``: only these
        rows. ``deals`` or ``precision`` (four players): of each hand in
        ``hands``, of each row's share of all deals elsewhere. ``seed``,
        ``threads``, ``progress``, ``client``.

    Returns
    -------
    pandas.DataFrame
        Tidy; see the function of the same name below for its columns.

    Raises
    ------
    InputError
        For whatever is unknown or wrong.
    """
    verify_one_of(name, "table", _TABLES)
    plan = read_plan(name, play, answers, dict(options))
    frame = _TABLES[name](plan)
    frame.attrs = {**plan.games.manifest("paulista", name, plan.rules), **frame.attrs}
    return frame


_TABLES = {
    "hands": hands,
    "pairs": pairs,
    "manilhas": manilha_holdings,
    "first-trick": first_trick,
    "positions": positions,
    "calls": calls,
    "thresholds": thresholds,
}
