"""What a table of paulista is asked for."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Any

from analyzer.core.errors import InputError, PolicyError
from analyzer.paulista.cards import read_vira
from analyzer.paulista.policies import DEFAULT, lineup
from analyzer.paulista.rules import Rules
from analyzer.paulista.situation.fields import read_rules
from analyzer.paulista.spots import viras
from analyzer.truco.policies import Lineup
from analyzer.truco.profiles import PROFILES, read_answers
from analyzer.truco.tables import Games, read_effort, read_players

_POLICIES = ("random", "greedy", "expert", "open")
_BY_VIRA = ("hands", "pairs", "calls")
"""Tables that tell the viras apart."""


@dataclass(frozen=True)
class Plan:
    """What a table is asked for, checked.

    Attributes
    ----------
    rules
        How the game is played.
    viras
        The viras to tell apart, ``None`` with fixed manilhas.
    games
        Who plays, how, and what is counted for it.
    answers
        Which shares of a side's hands stay and raise when it is called.
    """

    rules: Rules
    viras: tuple[int | None, ...]
    games: Games
    answers: tuple[float, float]

    def seating(self, play: str, seat: int, players: int) -> Lineup:
        """Return who plays how in a game of so many players."""
        return lineup(play, self.rules, players, seat, turned=self.viras)


def read_plan(
    name: str,
    play: str | None,
    answers: str | tuple[float, float] | None,
    options: dict[str, Any],
) -> Plan:
    """Return what a table is asked for.

    Raises
    ------
    InputError
        For whatever is unknown or wrong.
    """
    rules = read_rules(options.pop("rules", None), options.pop("rule", None))
    players, positions = read_players(options)
    turned = _viras(rules, options.pop("vira", None), name)
    policies = _policies(name, play, players, rules, turned)
    allowed = "rules, rule, players, vira, position, play and effort"
    games = Games(
        players=players,
        positions=positions,
        policies=policies,
        seating=partial(_seating, rules, players, turned),
        effort=read_effort(options, players, allowed),
    )
    return Plan(rules, turned, games, _answers(name, answers))


def _seating(
    rules: Rules, players: int, turned: tuple[int | None, ...], play: str, seat: int
) -> Lineup:
    return lineup(play, rules, players, seat, turned=turned)


def _policies(
    name: str, play: str | None, players: int, rules: Rules, turned: tuple[int | None, ...]
) -> tuple[str, ...]:
    if name == "thresholds":
        if play is not None:
            raise PolicyError(play, "play", "left out: no card is played for the thresholds")
        return ()
    if play is not None:
        lineup(play, rules, players, 0, turned=turned)  # refuses what does not exist
        if name == "first-trick" and play == "open":
            raise PolicyError(play, "play", "not open, where many lines are equally good")
        return (play,)
    if name == "calls":
        return (DEFAULT,)
    no_open = name == "first-trick" or (name in _BY_VIRA and players == 4)
    return tuple(policy for policy in _POLICIES if not (no_open and policy == "open"))


def _viras(rules: Rules, vira: object, name: str) -> tuple[int | None, ...]:
    if vira is None:
        return viras(rules)
    if name not in _BY_VIRA:
        raise InputError(vira, "vira", f"left out: the table {name} goes over all viras")
    return (read_vira(rules, vira),)


def _answers(name: str, answers: str | tuple[float, float] | None) -> tuple[float, float]:
    if answers is None:
        return PROFILES["normal"].answers
    if name != "calls":
        raise InputError(answers, "answers", "left out: only the table calls needs them")
    return read_answers(answers)
