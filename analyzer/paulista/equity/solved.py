"""What every score is worth to two players who both play perfectly."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Self

import numpy as np

from analyzer.core.effort import Effort
from analyzer.core.errors import PolicyError
from analyzer.paulista.equity.lookup import SHELF, equity_for, same_match
from analyzer.paulista.rules import Rules
from analyzer.truco.equity import Equity, Floats


@dataclass(frozen=True, eq=False)
class SolvedEquity(Equity):
    """Match equities of the solved match, the middle between their bounds.

    Attributes
    ----------
    error
        How far values may be off at most, of their shape. It is no standard error:
        those are zero, for nothing was sampled.
    """

    error: Floats

    @property
    def reach(self) -> Floats:
        """How far off the values may be, for certain."""
        return self.error

    @classmethod
    def of(cls, low: Floats, high: Floats, provenance: dict[str, Any]) -> Self:
        """Return the equities between bounds for whoever is mão, by his points and the dealer's."""
        middle, half = (low + high) / 2, (high - low) / 2
        return cls(
            values=np.stack((1 - middle.T, middle), axis=2),
            std_error=np.zeros((*middle.shape, 2)),
            error=np.stack((half.T, half), axis=2),
            provenance=provenance,
        )

    @classmethod
    def load(cls, stem: Path) -> Self:
        """Return the equities of a solved match from its files, given without their endings."""
        bounds, provenance = load_solved(stem)
        return cls.of(bounds["low"], bounds["high"], provenance)

    def to_dict(self) -> dict[str, Any]:
        """Return what the table rests on and how far it may be off."""
        return {**self.provenance, "error": float(self.error.max())}


def chosen_equity(
    rules: Rules, players: int, name: str | None, effort: Effort
) -> tuple[str, Equity]:
    """Return a table of match equities and its name.

    Parameters
    ----------
    rules, players
        The game.
    name
        ``"normal"``: both sides play expert and call with the normal profile.
        ``"solved"``: two players who both play perfectly. ``None``: solved for two players
        whose match comes solved with the program, normal for others.
    effort
        For a normal table that has to be computed.

    Raises
    ------
    PolicyError
        For a table that does not exist.
    """
    verify_table(name)
    if name is None:
        name = "solved" if players == 2 and shipped(rules) else "normal"
    if name == "normal":
        return "normal", equity_for(rules, players, effort=effort)
    found = solved_equity(rules) if players == 2 else None
    if found is None:
        raise PolicyError(
            "solved",
            "equity",
            "normal; that match has not been solved (truco paulista solve --match)"
            if players == 2
            else "normal; matches of two players are solved, not of four",
        )
    return "solved", found


def verify_table(name: str | None) -> None:
    """Raise ``PolicyError`` for a name that no table of match equities has."""
    if name not in (None, "normal", "solved"):
        raise PolicyError(name, "equity", "normal or solved")


def solved_equity(rules: Rules) -> SolvedEquity | None:
    """Return the equities of the solved match of two, ``None`` where nobody has solved it.

    What ``solve --match`` has finished is found beside what comes with the program.
    Options of the rules that cannot change who wins are not looked at.
    """
    return _read(shipped(rules)) or _finished(same_match(rules, 2))


def shipped(rules: Rules) -> Path | None:
    """Return the files, without their endings, of the solved match that comes with the program."""
    for name, preset in Rules.presets.items():
        if (
            same_match(preset, 2) == same_match(rules, 2)
            and stem(name).with_suffix(".npz").exists()
        ):
            return stem(name)
    return None


def stem(preset: str) -> Path:
    """Return the files, without their endings, of a preset's solved match."""
    return SHELF.folder / f"solved-{preset}"


def load_solved(stem: Path) -> tuple[dict[str, Floats], dict[str, Any]]:
    """Return bounds and iterations of a solved match, and what they rest on."""
    provenance = json.loads(stem.with_suffix(".json").read_text("utf-8"))
    with np.load(stem.with_suffix(".npz")) as arrays:
        return dict(arrays), provenance


@lru_cache(maxsize=8)
def _read(files: Path | None) -> SolvedEquity | None:
    return None if files is None else SolvedEquity.load(files)


def _finished(rules: Rules) -> SolvedEquity | None:
    from analyzer.paulista.solver.campaign import Campaign

    found = Campaign.resumed(rules)
    if found.unsolved:
        return None
    return SolvedEquity.of(found.bounds.low, found.bounds.high, found.provenance())
