"""Where the tables of match equity are found."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from analyzer.core.effort import Effort
from analyzer.paulista.equity.ends import Game, sample_ends
from analyzer.paulista.equity.solve import solve_match
from analyzer.paulista.policies import DEFAULT
from analyzer.paulista.rules import Rules
from analyzer.truco.equity import Equity
from analyzer.truco.shelf import Shelf

_ANALYZER = Path(__file__).parent.parent.parent
_SOURCES = (  # beside the kernels
    "core/race.py",
    "truco/calls.py",
    "truco/options.py",
    "truco/policies.py",
    "paulista/spots.py",
    "paulista/equity/ends.py",
    "paulista/equity/escuro.py",
    "paulista/equity/solve.py",
)


def same_match(rules: Rules, players: int) -> Rules:
    """Return rules by which the same matches are won, their other options as in the default.

    The policies cover no card, simulated partners show each other nothing when
    they are called, nobody cuts and nobody calls at mão de onze; with two
    players the same one leads after a tie whatever the option.
    """
    plain = Rules()
    names = ["swap_on_call", "cut", "covered", "onze_call"] + ["tie_lead"] * (players == 2)
    return replace(rules, **{name: getattr(plain, name) for name in names})


def compute(game: Game, deals: int, seed: int, effort: Effort) -> Equity:
    """Return a table computed anew."""
    ends = sample_ends(game, deals, seed, effort)
    values, std_error = solve_match(game.rules, game.players, ends)
    return Equity(values, std_error, game.provenance(deals, seed))


SHELF = Shelf(
    load=Equity.load,
    compute=compute,
    game=Game,
    same_match=same_match,
    presets=Rules.presets,
    play=DEFAULT,
    folder=_ANALYZER / "paulista/data",
    sources=[_ANALYZER / name for name in _SOURCES],
    deals=1 << 21,
)
"""The tables of the game."""

equity_for = SHELF.equity_for
