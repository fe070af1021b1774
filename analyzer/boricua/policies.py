"""The ways of playing that can be asked for by name, and who at the table plays which."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from analyzer.boricua.expert import expert_policy
from analyzer.boricua.rules import Rules
from analyzer.truco.policies import GREEDY, OPEN, RANDOM, Lineup, Policy, read_roles

DEFAULT = "expert"

POLICIES: Mapping[str, Callable[[int], Policy]] = {
    "random": lambda _players: RANDOM,
    "greedy": lambda _players: GREEDY,
    "open": lambda _players: OPEN,
    "expert": expert_policy,
}
"""What makes a policy for a number of players, by the policy's name."""


def policies(players: int) -> dict[str, Callable[[], Policy]]:
    """Return what makes each policy for this number of players."""
    return {name: partial(make, players) for name, make in POLICIES.items()}


def lineup(text: str, rules: Rules, players: int, my_seat: int, place: str = "play") -> Lineup:
    """Return who plays how, as ``--play`` says it.

    Parameters
    ----------
    text
        One policy for all, ``mine/theirs``, or ``mine/partner/theirs``.
    rules
        They say whether partners know each other's cards.
    players
        2 or 4.
    my_seat
        The seat of the one who asks; his partner's is opposite.
    place
        Where the text stood, for error messages.

    Raises
    ------
    PolicyError
        For names nobody knows, too many of them, or open cards for some only.
    """
    mine, partner, theirs = read_roles(text, policies(players), place)
    seats = [theirs if (seat ^ my_seat) & 1 else partner for seat in range(players)]
    seats[my_seat] = mine
    return Lineup.seat(tuple(seats), text, signals=rules.signals)
