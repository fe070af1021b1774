"""From what a caller hands in to what the questions work with."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from analyzer.core.effort import Effort, Work, split_options
from analyzer.core.result import Basis
from analyzer.paulista.policies import lineup
from analyzer.paulista.situation import Situation
from analyzer.paulista.spots import public_spot, spot_of
from analyzer.truco.answers import Seen, told_by_holding
from analyzer.truco.decisions import Told
from analyzer.truco.odds import Counts
from analyzer.truco.policies import Lineup
from analyzer.truco.profiles import Profile
from analyzer.truco.ranges import Ranking
from analyzer.truco.spot import Spot

Asked = Situation | Mapping[str, object] | str | Sequence[str]
"""A situation, its fields, or just the cards with the other fields as keywords."""


class Options(Work, total=False):
    """Keywords of every question: how much work, and the fields of ``Situation.read``."""

    rules: Any
    rule: Any
    vira: Any
    players: Any
    position: Any
    partner: Any
    seen: Any
    played: Any
    call: Any
    stake: Any
    score: Any


@dataclass(frozen=True)
class Case:
    """A question made ready: the situation, its hand in progress, who plays how.

    Attributes
    ----------
    situation, spot
        What is known, in cards and in the kernels' form. There is no spot before
        the deal.
    lineup
        Who plays how.
    effort
        How much work the answer may take.
    """

    situation: Situation
    spot: Spot | None
    lineup: Lineup
    effort: Effort

    @classmethod
    def of(cls, question: str, asked: Asked, play: str, options: Mapping[str, Any]) -> Case:
        """Return the case for a question's arguments.

        Raises
        ------
        InputError
            For whatever is unknown, missing or wrong.
        """
        effort, named = split_options(options)
        situation = situation_of(question, asked, named)
        turned = None if question == "cut" else (situation.vira,)
        seats = lineup(play, situation.rules, situation.players, situation.my_seat, turned=turned)
        spot = None if question == "cut" else spot_of(situation)
        return cls(situation, spot, seats, effort)

    @property
    def table(self) -> Spot:
        """The hand in progress."""
        if self.spot is None:
            raise ValueError("there is no hand before the deal")
        return self.spot

    @property
    def partner_known(self) -> bool | None:
        """Whether all cards of the partner are known; ``None`` with two players."""
        if self.situation.players == 2:
            return None
        return bool(self.table.needs[self.situation.my_seat ^ 2] == 0)

    def told_by_holding(self, seat: int, profile: Profile) -> tuple[Told, Ranking]:
        """Return how the hand ends, told apart by what an opponent holds, and his ranking.

        Raises
        ------
        SituationError
            When no holding is left with which he would have called.
        """
        situation = self.situation
        public, side = public_spot(situation), situation.my_side
        turned = (situation.vira,)
        two = lineup(self.lineup.name, situation.rules, 2, 1 - (seat & 1), turned=turned)
        return told_by_holding(
            Seen(self.table, public, self.lineup, side, self.effort), two, seat, profile
        )

    def basis(self, counts: Counts) -> Basis:
        """Return what an answer from these counts rests on."""
        return Basis(
            rules=self.situation.rules.to_dict(),
            situation=self.situation.to_dict(),
            play=self.lineup.name,
            method=counts.method,
            deals=counts.deals,
            seed=counts.seed,
            interrupted=counts.interrupted,
        )


def situation_of(question: str, asked: Asked, named: Mapping[str, Any]) -> Situation:
    """Return the situation of a question, with fields named beside it put over it.

    Raises
    ------
    InputError
        For whatever is unknown, missing or wrong.
    """
    if isinstance(asked, Situation):
        if not named and asked.question == question:
            return asked
        fields_given: Mapping[str, object] = asked.to_dict()
    elif isinstance(asked, Mapping):
        fields_given = asked
    else:
        fields_given = {"hand": asked}
    return Situation.read(question, {**fields_given, **named})
