"""Plays a whole match between players that are plain functions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from analyzer.boricua.referee.envite import ENVITE_ANSWERS
from analyzer.boricua.referee.match import Match
from analyzer.truco.referee.hand import ANSWERS

Kind = Literal[
    "announce",
    "send",
    "keep_silent",
    "open_envite",
    "pass_envite",
    "answer_envite",
    "play",
    "call",
    "answer",
]


@dataclass(frozen=True)
class Action:
    """One thing a player can do when the match asks him.

    Attributes
    ----------
    kind
        What it is; also the name of the method of ``Match`` that does it.
    choice
        Whether he has a flor, whose flor is sent, which answer, which card; ``None``
        where there is nothing to choose.
    """

    kind: Kind
    choice: Any = None


Player = Callable[[Match, int, list[Action]], Action]
"""Chooses among the legal actions, given the match and the own number.

The match shows everything; an honest player looks at ``match.cards_seen``.
"""


def legal_actions(match: Match, player: int) -> list[Action]:
    """Return everything that a player may do now, except to deal."""
    seat = match.seat_of(player)
    hand = match.hand
    possible: list[Action] = []
    if match.phase == "announce":
        possible = [Action("announce", has) for has in (True, False)]
    elif match.phase == "send" and hand is not None:
        owners = [match.player_at(owner) for owner in hand.flores.choices]
        possible = [*(Action("send", owner) for owner in owners), Action("keep_silent")]
    elif match.phase == "envite":
        possible = [Action("open_envite"), Action("pass_envite")]
        possible += [Action("answer_envite", answer) for answer in ENVITE_ANSWERS]
    elif match.phase == "play" and hand is not None:
        possible = [Action("play", card) for card, _ in hand.legal_plays(seat)]
        possible += [Action("call"), *(Action("answer", answer) for answer in ANSWERS)]
    return [action for action in possible if can(match, player, action)]


def can(match: Match, player: int, action: Action) -> bool:
    """Return whether a player may do something now."""
    return bool(getattr(match, f"can_{action.kind}")(player, *_arguments(action)))


def act(match: Match, player: int, action: Action) -> None:
    """Do what a player has chosen.

    Raises
    ------
    RuleError
        When the player may not do that now.
    """
    getattr(match, action.kind)(player, *_arguments(action))


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
    For a side the first of its players in playing order is asked.
    """
    while match.winner is None:
        player = match.to_act
        if match.phase == "deal" or player is None:
            match.deal()
        else:
            act(match, player, players[player](match, player, legal_actions(match, player)))
    return match.winner


def _arguments(action: Action) -> tuple[Any, ...]:
    return () if action.choice is None else (action.choice,)
