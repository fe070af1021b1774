"""The policy ``optimal``: card play in equilibrium, solved when it is first asked for."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyzer.core.errors import PolicyError
from analyzer.core.notice import notify
from analyzer.paulista.rules import Rules
from analyzer.paulista.solver.cardplay import mixed_table, solve_cards
from analyzer.paulista.solver.store import load, place_of, save
from analyzer.paulista.spots import deck_powers, viras
from analyzer.truco.kernels.mixed import MIXED
from analyzer.truco.policies import MixedTable, Policy


def optimal_policy(
    rules: Rules, players: int, turned: Sequence[int | None] | None = None
) -> Policy:
    """Return card play in equilibrium.

    Parameters
    ----------
    rules, players
        Two players, no card face down, three ties won by the dealer.
    turned
        The viras that there may be; all unless given.

    Raises
    ------
    PolicyError
        For games that are not solved.
    """
    verify_solved(rules, players)
    decks = [deck_powers(rules, vira) for vira in (viras(rules) if turned is None else turned)]
    tables = [_table(tuple(int(power) for power in deck)) for deck in decks]
    return Policy("optimal", MIXED, mixed=MixedTable.stack(tables))


def verify_solved(rules: Rules, players: int, name: str = "optimal", place: str = "play") -> None:
    """Raise ``PolicyError`` for games that the solver does not know."""
    if players != 2:
        raise PolicyError(name, place, "two players; with four play random, greedy, open or expert")
    wanted = {"covered": "never", "all_tied": "dealer"}
    other = [option for option, value in wanted.items() if getattr(rules, option) != value]
    if other:
        needed = " and ".join(f"{option}={wanted[option]}" for option in other)
        found = " and ".join(f"{option}={getattr(rules, option)}" for option in other)
        raise PolicyError(name, place, f"rules with {needed}, not {found}")


@lru_cache(maxsize=16)
def _table(deck: tuple[int, ...]) -> MixedTable:
    """Return the frequencies for a deck of powers, from the cache or solved now."""
    powers = np.array(deck, np.uint8)
    key = {"solution": "cards", "deck": list(deck)}
    place = place_of("cards", key)
    kept = load(place)
    if kept is None:
        notify("solving card play for two players, once for each vira (some seconds)…")
        solver = solve_cards(powers)
        low, high = solver.bounds()
        table = mixed_table(powers, solver)
        manifest: dict[str, Any] = {
            **key,
            "low": low,
            "high": high,
            "exploitability": high - low,
            "iterations": solver.iterations,
        }
        save(place, _arrays(table), manifest)
        return table
    return MixedTable(powers[None], **kept[0])


def _arrays(table: MixedTable) -> dict[str, NDArray[np.float64]]:
    names = ("lead", "reply", "second_lead", "second_reply")
    return dict(zip(names, table.arrays, strict=True))
