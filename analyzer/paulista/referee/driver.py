"""Plays a whole match between players that are plain functions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from analyzer.paulista.referee.match import CUTS, ONZES, Match
from analyzer.truco.referee.hand import ANSWERS


@dataclass(frozen=True)
class Action:
    """One thing a player can do when the match asks him.

    Attributes
    ----------
    kind
        What it is; also the name of the method of ``Match`` that does it.
    choice
        What is chosen at a cut, a mão de onze or a call that waits for an answer.
    card, covered
        The card that is played, ``None`` for the blind one of an escuro.
    """

    kind: Literal["cut", "onze", "play", "call", "answer"]
    choice: str | None = None
    card: int | None = None
    covered: bool = False


Player = Callable[[Match, int, list[Action]], Action]
"""Chooses among the legal actions, given the match and the own number.

The match shows everything; an honest player looks at ``match.cards_seen``.
"""


def legal_actions(match: Match, player: int) -> list[Action]:
    """Return everything that a player may do now, except to deal."""
    actions = [Action("cut", choice) for choice in CUTS if match.can_cut(player, choice)]
    actions += [Action("onze", choice) for choice in ONZES if match.can_onze(player, choice)]
    if match.phase != "play" or match.hand is None:
        return actions
    if match.hand.blind:
        actions += [Action("play")] if match.can_play(player) else []
    else:
        plays = match.hand.legal_plays(match.seat_of(player))
        actions += [Action("play", None, card, covered) for card, covered in plays]
    actions += [Action("call")] if match.can_call(player) else []
    return actions + [
        Action("answer", answer) for answer in ANSWERS if match.can_answer(player, answer)
    ]


def act(match: Match, player: int, action: Action) -> None:
    """Do what a player has chosen.

    Raises
    ------
    RuleError
        When the player may not do that now.
    """
    arguments: dict[str, tuple[Any, ...]] = {
        "play": (action.card, action.covered),
        "call": (),
    }
    getattr(match, action.kind)(player, *arguments.get(action.kind, (action.choice,)))


def play_match(match: Match, players: Sequence[Player]) -> int:
    """Play a match to its end, dealing by chance, and return the team that wins it.

    Parameters
    ----------
    match
        Where it starts from, with its own source of chance.
    players
        Who decides, in the order of the players.

    Notes
    -----
    For a team the first of its players in playing order is asked.
    """
    while match.winner is None:
        player = match.to_act
        if match.phase == "deal" or player is None:
            match.deal()
        else:
            act(match, player, players[player](match, player, legal_actions(match, player)))
    return match.winner
