"""The ways of playing that can be asked for by name, and who at the table plays which."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from analyzer.core.errors import PolicyError
from analyzer.truco.policies import GREEDY, OPEN, RANDOM, Lineup, Policy, read_roles

DEFAULT = "greedy"
"""How cards are played when nobody says; there is no expert for this game yet."""


def _expert() -> Policy:
    raise PolicyError("expert", "play", "random, greedy or open: expert is not learned yet")


POLICIES: Mapping[str, Callable[[], Policy]] = {
    "random": lambda: RANDOM,
    "greedy": lambda: GREEDY,
    "open": lambda: OPEN,
    "expert": _expert,
}
"""What makes a policy, by its name."""


def lineup(text: str, players: int, my_seat: int, place: str = "play") -> Lineup:
    """Return who plays how, as ``--play`` says it.

    Parameters
    ----------
    text
        One policy for all, ``mine/theirs``, or ``mine/partner/theirs``.
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
    mine, partner, theirs = read_roles(text, POLICIES, place)
    seats = [theirs if (seat ^ my_seat) & 1 else partner for seat in range(players)]
    seats[my_seat] = mine
    return Lineup.seat(tuple(seats), text)
