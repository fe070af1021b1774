"""Learns the experts of boricua; run by ``scripts/learn-expert boricua``."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from analyzer.boricua.expert import DATA, FAMILIES
from analyzer.boricua.policies import policies
from analyzer.boricua.rules import Rules
from analyzer.boricua.spots import STRONG, dealt_spot
from analyzer.truco.policies import Policy
from analyzer.truco.school import School
from analyzer.truco.spot import Spot
from analyzer.truco.training import main


def _spot(preset: str, players: int) -> Spot:
    Rules.read(preset)  # no rule changes the tricks, but the preset must exist
    return dealt_spot(players)


def _policies(_preset: str, players: int) -> Mapping[str, Callable[[], Policy]]:
    return policies(players)


SCHOOL = School(
    game="boricua",
    families=FAMILIES,
    data=DATA,
    spot=_spot,
    policies=_policies,
    top=STRONG + 1,
)

if __name__ == "__main__":
    main(SCHOOL)
