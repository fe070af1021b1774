"""The expert: a policy table for the tricks, learned by self-play, one for each table size.

The tables lie in ``data``, each beside a manifest that says how to make it
again, bit for bit; ``scripts/learn-expert boricua`` makes them. With four players
three quarters of a table are for those who know their partner's cards, by signals
[16] or because he has shown them.
"""

from __future__ import annotations

from pathlib import Path

from analyzer.truco.policies import Policy
from analyzer.truco.school import load_expert, stem_of

FAMILIES = {"traditional": "traditional"}
"""The only deck, and the preset it is learned under; no option changes the tricks."""

DATA = Path(__file__).parent / "data"


def expert_policy(players: int) -> Policy:
    """Return the expert for this number of players, from its file."""
    return load_expert(DATA, stem_of("traditional", players))
