"""How good a hand must be for a call to be accepted, score by score."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import TYPE_CHECKING, Any

from analyzer.core.estimate import Z95
from analyzer.paulista.equity import Equity
from analyzer.paulista.equity.solved import chosen_equity
from analyzer.paulista.tables.plan import Plan
from analyzer.truco.decisions import break_even

if TYPE_CHECKING:
    import pandas as pd

    from analyzer.paulista.rules import Rules


def thresholds(plan: Plan) -> pd.DataFrame:
    """Return the chance to win from which accepting a call is better than running.

    The hand is then played out without further calls, and somebody wins it; the match is
    won as the match equities say that ``accept`` counts in (``attrs["equity"]``).

    Columns: ``players``, ``we_deal`` (the next hand), ``us``, ``them``, ``call``,
    ``before`` and ``stake`` (what running gives, and what the hand is then worth),
    ``needed`` (0 where running loses the match), ``low``, ``high``, ``std_error`` (never
    too small; of the solved match, where nothing is sampled, what ``low`` and ``high``
    amount to), ``in_points`` (needed when only points count). Scores of mão de onze, at
    which nobody calls, are left out.
    """
    import pandas as pd

    rules, players = plan.rules, plan.games.players
    name, table = chosen_equity(rules, players, None, plan.games.effort)
    dealing = {position % players % 2 == 1 for position in plan.games.positions}
    rows = [
        {"players": players, "we_deal": we_deal, **row}
        for we_deal in sorted(dealing, reverse=True)
        for row in _rows(rules, table, we_deal=we_deal)
    ]
    frame = pd.DataFrame(rows)
    story = table.provenance
    frame.attrs = {
        "equity": name,
        "play": story["play"],
        "method": "exact" if name == "solved" else "monte_carlo",
        **{key: story.get(key) for key in ("profile", "deals", "seed")},
    }
    return frame


def _rows(rules: Rules, table: Equity, *, we_deal: bool) -> Iterator[dict[str, Any]]:
    scores = range(rules.onze_score)
    for step, call in enumerate(rules.calls):
        before, stake = rules.ladder[step : step + 2]
        for us, them in product(scores, scores):
            after = _After(table, us, them, we_deal=we_deal)
            needed = break_even(after.worth, stake, before, 0.0)
            error = after.error(stake, before)
            yield {
                "us": us,
                "them": them,
                "call": call,
                "before": before,
                "stake": stake,
                "needed": needed,
                "low": needed - error,
                "high": needed + error,
                "std_error": error / Z95,
                "in_points": break_even(_points, stake, before, 0.0),
            }


class _After:
    """What a hand that ends leaves of the match, from one score."""

    def __init__(self, table: Equity, us: int, them: int, *, we_deal: bool) -> None:
        self._table, self._us, self._them, self._we_deal = table, us, them, we_deal

    def worth(self, ours: int, theirs: int) -> float:
        """Return the chance to win the match after so many points."""
        us, them = self._us + ours, self._them + theirs
        return self._table.after(us, them, we_deal=self._we_deal)

    def error(self, stake: int, before: int) -> float:
        """Return how far off a break-even may be, the errors of three equities added up."""
        won, lost, run = self.worth(stake, 0), self.worth(0, stake), self.worth(0, before)
        parts = (
            (won - lost) * self._error(0, before),
            (won - run) * self._error(0, stake),
            (run - lost) * self._error(stake, 0),
        )
        return sum(map(abs, parts)) / (won - lost) ** 2

    def _error(self, ours: int, theirs: int) -> float:
        us, them = self._us + ours, self._them + theirs
        if max(us, them) >= self._table.target:
            return 0.0
        return float(self._table.reach[us, them, 0 if self._we_deal else 1])


def _points(ours: int, theirs: int) -> float:
    return float(ours - theirs)
