"""Learns the experts of paulista; run by ``scripts/learn-expert paulista``."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from analyzer.paulista.cards import LOWEST_MANILHA
from analyzer.paulista.expert import DATA, FAMILIES
from analyzer.paulista.policies import policies
from analyzer.paulista.rules import Rules
from analyzer.paulista.spots import dealt_spot
from analyzer.truco.policies import Policy
from analyzer.truco.school import School
from analyzer.truco.spot import Spot
from analyzer.truco.training import main


def _spot(preset: str, players: int) -> Spot:
    return dealt_spot(Rules.read(preset), players)


def _policies(preset: str, players: int) -> Mapping[str, Callable[[], Policy]]:
    return policies(Rules.read(preset), players)


SCHOOL = School(
    game="paulista",
    families=FAMILIES,
    data=DATA,
    spot=_spot,
    policies=_policies,
    top=LOWEST_MANILHA + 1,
)

if __name__ == "__main__":
    main(SCHOOL)
