"""From what a caller hands in to what the questions work with."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from analyzer.boricua.policies import lineup
from analyzer.boricua.situation import Situation
from analyzer.boricua.spots import public_spot, spot_of
from analyzer.core.effort import Effort, Work, split_options
from analyzer.core.result import Basis
from analyzer.truco.answers import Seen, told_by_holding
from analyzer.truco.decisions import Told
from analyzer.truco.odds import Counts
from analyzer.truco.policies import Lineup
from analyzer.truco.profiles import Profile
from analyzer.truco.ranges import Ranking
from analyzer.truco.referee.hand import DEALT
from analyzer.truco.spot import Spot

Asked = Situation | Mapping[str, object] | str
"""A situation, its fields, or just the cards with the other fields as keywords."""


class Options(Work, total=False):
    """Keywords of every question: how much work, and the fields of ``Situation.read``."""

    rules: Any
    rule: Any
    players: Any
    position: Any
    partner: Any
    seen: Any
    played: Any
    call: Any
    announced: Any
    sent: Any
    stake: Any
    score: Any


@dataclass(frozen=True)
class Case:
    """A question made ready: the situation, its hand in progress, who plays how.

    Attributes
    ----------
    situation, spot
        What is known, in cards and in the kernels' form.
    lineup
        Who plays how.
    effort
        How much work the answer may take.
    """

    situation: Situation
    spot: Spot
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
        situation = read_situation(question, asked, named)
        seats = lineup(play, situation.rules, situation.players, situation.my_seat)
        return cls(situation, spot_of(situation), seats, effort)

    def told_by_holding(self, seat: int, profile: Profile) -> tuple[Told, Ranking]:
        """Return how the tricks end, told apart by what an opponent holds, and his ranking.

        Raises
        ------
        SituationError
            When no holding is left with which he would have called.
        """
        asked = self.situation
        seen = Seen(self.spot, public_spot(asked), self.lineup, asked.my_side, self.effort)
        two = lineup(self.lineup.name, asked.rules, 2, 1 - (seat & 1))
        return told_by_holding(seen, two, seat, profile)

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


def partner_known(situation: Situation) -> bool | None:
    """Return whether all cards of the partner are known; ``None`` with two players."""
    return None if situation.players == 2 else len(situation.partner) == DEALT


def read_situation(question: str, asked: Asked, named: Mapping[str, Any]) -> Situation:
    """Return the situation that a question is asked in."""
    if isinstance(asked, Situation):
        if not named and asked.question == question:
            return asked
        fields_given: Mapping[str, object] = asked.to_dict()
    else:
        fields_given = {"hand": asked} if isinstance(asked, str) else asked
    return Situation.read(question, {**fields_given, **named})
