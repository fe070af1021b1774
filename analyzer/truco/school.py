"""What a game tells the machinery that learns its experts and measures them.

An expert is a policy table in a file, beside a manifest that says how to make it
again, bit for bit.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from analyzer.truco.policies import Policy, PolicyTable
from analyzer.truco.spot import Spot
from analyzer.truco.thumbs import thumb_policies


@dataclass(frozen=True, kw_only=True)
class School:
    """A game whose experts are learned.

    Attributes
    ----------
    game
        Its name.
    families
        Names of the decks that need a table of their own, and the preset that each
        is learned under.
    data
        The folder of the tables.
    spot
        Makes a hand just dealt, from a preset and the number of players.
    policies
        Makes what makes each policy, from the same.
    top
        The lowest power of the best cards, of which there is one each.
    """

    game: str
    families: Mapping[str, str]
    data: Path
    spot: Callable[[str, int], Spot]
    policies: Callable[[str, int], Mapping[str, Callable[[], Policy]]]
    top: int

    def thumbs(self, players: int) -> list[Policy]:
        """Return the rules of thumb to measure experts against."""
        return thumb_policies(self.top, players)


def stem_of(family: str, players: int) -> str:
    """Return the file name of an expert, without its ending."""
    return f"expert-{family}-{players}"


@cache
def load_expert(data: Path, stem: str) -> Policy:
    """Return the expert of a file."""
    return Policy("expert", 0, PolicyTable.load(data / f"{stem}.npz"))
