"""The expert: a policy table learned by self-play, one for each deck and table size.

The tables lie in ``data``, each beside a manifest that says how to make it
again, bit for bit; ``scripts/learn-expert paulista`` makes them.
"""

from __future__ import annotations

from pathlib import Path

from analyzer.paulista.rules import Rules
from analyzer.truco.policies import Policy
from analyzer.truco.school import load_expert, stem_of

FAMILIES = {"sujo": "traditional", "limpo": "limpo", "mineiro": "mineiro"}
"""Decks that need a table of their own, and the preset it is learned under."""

DATA = Path(__file__).parent / "data"


def family(rules: Rules) -> str:
    """Return which of the ``FAMILIES`` rules belong to; other options hardly matter."""
    return "mineiro" if rules.manilhas == "fixed" else rules.deck


def expert_policy(rules: Rules, players: int) -> Policy:
    """Return the expert for these rules and this number of players, from its file."""
    return load_expert(DATA, stem_of(family(rules), players))
