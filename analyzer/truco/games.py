"""Which game a question about whole hands is asked of."""

from __future__ import annotations

from typing import Any, TypeVar

from analyzer.core.errors import InputError
from analyzer.core.fields import read_number, read_rules
from analyzer.truco.options import TrucoRules

R = TypeVar("R", bound=TrucoRules)


def read_game(kind: type[R], fields: dict[str, Any]) -> tuple[R, int]:
    """Return the rules and the number of players of a question about whole hands.

    Parameters
    ----------
    kind
        The rules of the game.
    fields
        What was asked, by name; used up.

    Raises
    ------
    InputError
        For a field that describes one hand.
    """
    rules = read_rules(kind, fields.pop("rules", None), fields.pop("rule", None))
    players = read_number(fields.pop("players", None) or 2, "players", "2 or 4")
    if players not in (2, 4):
        raise InputError(players, "players", "2 or 4")
    for name, value in fields.items():
        if value is not None:
            raise InputError(value, name, "left out: whole hands are dealt at random")
    return rules, players
