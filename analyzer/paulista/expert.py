"""The expert: a policy table learned by self-play, one for each deck and table size.

The tables lie in ``data``, each with a manifest that says how to make it again,
bit for bit.
"""

from __future__ import annotations

import hashlib
import json
from functools import cache
from pathlib import Path
from typing import Any

from analyzer.core.blocks import Progress
from analyzer.paulista.rules import Rules
from analyzer.paulista.spots import dealt_spot
from analyzer.truco.learning import Course, learn
from analyzer.truco.policies import Policy, PolicyTable, greedy_table

FAMILIES = {"sujo": "traditional", "limpo": "limpo", "mineiro": "mineiro"}
"""Decks that need a table of their own, and the preset it is learned under."""

DATA = Path(__file__).parent / "data"


def family(rules: Rules) -> str:
    """Return which of the ``FAMILIES`` rules belong to; other options hardly matter."""
    return "mineiro" if rules.manilhas == "fixed" else rules.deck


def expert_policy(rules: Rules, players: int) -> Policy:
    """Return the expert for these rules and this number of players, from its file."""
    return _load(family(rules), players)


def learn_expert(
    name: str,
    players: int,
    course: Course,
    *,
    seed: int = 0,
    threads: int | None = None,
    progress: Progress | None = None,
) -> PolicyTable:
    """Return the expert's table for one of the ``FAMILIES``, learned anew."""
    spot = dealt_spot(Rules.read(FAMILIES[name]), players)
    prior = greedy_table(1 if players == 2 else 4)
    *_, last = learn(spot, prior, course, seed=seed, threads=threads, progress=progress)
    return last


def digest(table: PolicyTable) -> str:
    """Return a fingerprint of a table's slots."""
    return hashlib.sha256(table.first.tobytes() + table.second.tobytes()).hexdigest()


def save_expert(
    name: str, players: int, table: PolicyTable, provenance: dict[str, Any], folder: Path = DATA
) -> None:
    """Write a table and the manifest that says where it comes from."""
    stem = folder / f"expert-{name}-{players}"
    table.save(stem.with_suffix(".npz"))
    manifest = {**provenance, "sha256": digest(table)}
    stem.with_suffix(".json").write_text(json.dumps(manifest, indent=2) + "\n", "utf-8")


@cache
def _load(name: str, players: int) -> Policy:
    return Policy("expert", 0, PolicyTable.load(DATA / f"expert-{name}-{players}.npz"))
