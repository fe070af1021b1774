"""With which hands to call, before the first card or after one."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from analyzer.core.effort import Effort
from analyzer.core.errors import InputError
from analyzer.core.estimate import Estimate, added
from analyzer.paulista.spots import dealt_spot
from analyzer.paulista.tables.names import hand_name, power_name, rank_name
from analyzer.paulista.tables.plan import Plan
from analyzer.truco.answers import call_or_play
from analyzer.truco.decisions import Told, best_action, win_chance
from analyzer.truco.many import DEALS
from analyzer.truco.odds import result_counts
from analyzer.truco.policies import Lineup
from analyzer.truco.profiles import PROFILES, Profile
from analyzer.truco.ranges import Ranking, ranking
from analyzer.truco.spot import Spot, hand_classes, ways_of
from analyzer.truco.spots import after_card, holding, stand_in
from analyzer.truco.tables import sampling

if TYPE_CHECKING:
    import pandas as pd

_LAST_POSITION = 2
"""Later ones have seen too many different cards to be tabulated."""


def calls(plan: Plan) -> pd.DataFrame:
    """Return for every hand whether to call the first stake, in points.

    The mão decides before the first card; the next player after every card that may be
    led.  The opponent who plays next answers with all that he may hold, as for ``call``.

    Columns: ``players``, ``vira`` (its rank), ``position``, ``policy``, ``led`` (the card
    that was led; nothing for the mão), ``hand``, ``action`` (``call`` or ``play``),
    ``play`` and ``call`` (points of both), ``ahead`` (how much better calling is) with
    ``low``, ``high``, ``std_error`` (never too small), ``win`` (played out without a
    call), ``share`` (of the deals with this vira and this card led), ``calling`` (with
    which share of these deals to call).
    """
    import pandas as pd

    late = [position for position in plan.games.positions if position > _LAST_POSITION]
    if len(late) == len(plan.games.positions):
        raise InputError(late[0], "position", "1 or 2: later ones have seen too many cards")
    profile = replace(PROFILES["random"], answers=plan.answers)
    rows = [
        {"players": head["players"], "vira": rank_name(vira), **head, **row}
        for vira in plan.viras
        for head, policy, seat in plan.games
        if head["position"] <= _LAST_POSITION
        for turn in _turns(plan, vira, policy, seat)
        for row in turn.rows(plan, vira, profile)
    ]
    frame = pd.DataFrame(rows)
    frame.attrs = {"answers": list(plan.answers)}
    return frame


@dataclass(frozen=True, eq=False)
class _Turn:
    """One player's first turn, as everybody at the table sees it.

    Attributes
    ----------
    public
        The hand in progress.
    led
        The card that was led, if one was.
    seat, answering
        Who may call, and who then answers.
    lineup, ranks
        Who plays how, and the ranked holdings of the one who answers.
    """

    public: Spot
    led: str
    seat: int
    answering: int
    lineup: Lineup
    ranks: Ranking

    def rows(self, plan: Plan, vira: int | None, profile: Profile) -> list[dict[str, Any]]:
        """Return what every hand had better do, and how many had better call."""
        rows = list(self._rows(plan, vira, profile))
        calling = math.fsum(row["share"] for row in rows if row["action"] == "call")
        return [{**row, "calling": calling} for row in rows]

    def _rows(self, plan: Plan, vira: int | None, profile: Profile) -> Iterator[dict[str, Any]]:
        classes = hand_classes(self.public.counts, 3)
        ways = ways_of(classes, self.public.counts)
        everything = self.ranks.shares(1.0, np.zeros(1))[0]
        for hand, number in zip(classes, ways, strict=True):
            told = self._told(plan, int(hand))
            found = call_or_play(told, self.ranks, profile, _points, plan.rules.ladder, runs=True)
            ahead = added([found["call"], found["play"].affine(-1)])
            yield {
                "led": self.led,
                "hand": hand_name(plan.rules, vira, int(hand)),
                "action": best_action(found),
                "play": found["play"].value,
                "call": found["call"].value,
                "ahead": ahead.value,
                **_interval(ahead),
                "win": win_chance(told, everything).value,
                "share": float(number / ways.sum()),
            }

    def _told(self, plan: Plan, hand: int) -> Told:
        spot = holding(self.public, self.seat, hand)
        side = self.seat & 1
        counts = result_counts(spot, self.lineup, _effort(plan), side=side, row_seat=self.answering)
        if counts.interrupted:
            raise KeyboardInterrupt
        plan.games.counted.append(counts.deals)
        return Told.by_group(counts, self.ranks, side)


def _turns(plan: Plan, vira: int | None, policy: str, seat: int) -> Iterator[_Turn]:
    """Yield a seat's first turn, for every card that may have been led before."""
    players = plan.games.players
    dealt = dealt_spot(plan.rules, players, vira)
    answering = (seat + 1) % players
    two = plan.seating(policy, 1 - (answering & 1), 2)
    spots = {"": dealt}
    if seat != dealt.turn:
        powers = reversed(np.flatnonzero(dealt.counts).tolist())
        spots = {power_name(plan.rules, vira, one): after_card(dealt, one) for one in powers}
    for led, public in spots.items():
        ranks = ranking(stand_in(public, answering), answering & 1, two, plan.games.effort)
        seats = plan.games.seating(policy, seat)
        yield _Turn(public, led, seat, answering, seats, ranks)


def _effort(plan: Plan) -> Effort:
    effort = plan.games.effort
    if plan.games.players == 2:
        return replace(effort, exact=True, deals=None, precision=None, progress=None)
    chosen = sampling(effort)
    return replace(chosen, deals=chosen.deals or DEALS, progress=None)


def _interval(estimate: Estimate) -> dict[str, float]:
    return {name: getattr(estimate, name) for name in ("low", "high", "std_error")}


def _points(ours: int, theirs: int) -> float:
    return float(ours - theirs)
