"""Finds a table of match equity: shipped, kept from before, or computed now."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from analyzer.core.effort import Effort, verify_whole
from analyzer.core.jit import cache_folder
from analyzer.paulista.equity.ends import Game, sample_ends
from analyzer.paulista.equity.solve import solve_match
from analyzer.paulista.policies import DEFAULT
from analyzer.paulista.rules import Rules
from analyzer.truco.equity import (
    BATCHES,
    Equity,
    Profiles,
    both_profiles,
    digest_of,
    kept,
    lineups_digest,
)
from analyzer.truco.profiles import PROFILES

DEALS = 1 << 21
"""Hands sampled for every two rungs, when nobody says how many."""

DATA = Path(__file__).parent.parent / "data"

_ANALYZER = Path(__file__).parent.parent.parent
_SOURCES = (  # beside the kernels, whose digest names the folder
    "core/race.py",
    "truco/calls.py",
    "truco/options.py",
    "truco/policies.py",
    "paulista/spots.py",
    "paulista/equity/ends.py",
    "paulista/equity/escuro.py",
    "paulista/equity/solve.py",
)


def equity_for(
    rules: Rules,
    players: int,
    profile: Profiles = "normal",
    play: str = DEFAULT,
    *,
    deals: int | None = None,
    seed: int = 0,
    effort: Effort | None = None,
) -> Equity:
    """Return the chance to win the match from every score.

    The tables of the presets, for `DEFAULT` play and the normal profile, come
    with the program; others are computed once and kept in the user's cache.

    Parameters
    ----------
    rules, players
        The game. Options that cannot change who wins are not looked at.
    profile
        How both sides call and answer: a name, or ``ours/theirs``.
    play
        Policies, as ``--play`` says them.
    deals
        Hands to sample for every two rungs of the ladder from which the sides
        stop calling; by default the shipped table, or `DEALS`.
    seed
        Of the sample.
    effort
        Threads, client and progress; how many deals it wants is not looked
        at, a table of equities being no part of one question's sample.

    Raises
    ------
    PolicyError
        For ways of playing or calling that are not known, or cannot be used.
    """
    if deals is not None:
        verify_whole(deals, "deals", BATCHES, 10**12)
        deals -= deals % BATCHES
    verify_whole(seed, "seed", 0, 2**64 - 1)
    game = Game(
        rules=same_match(rules, players),
        players=players,
        play=play,
        profiles=both_profiles(profile),
    )
    usual = play == DEFAULT and game.profiles == (PROFILES["normal"],) * 2
    if usual and deals is None and seed == 0:
        stem = shipped(game.rules, players)
        if stem is not None:
            return _loaded(stem)
    order = _Order(
        digest(game, deals or DEALS, seed), game, deals or DEALS, seed, effort or Effort()
    )
    return _computed_once(order)


def same_match(rules: Rules, players: int) -> Rules:
    """Return rules by which the same matches are won, their other options as in the default.

    The policies cover no card, simulated partners show each other nothing when
    they are called, nobody cuts and nobody calls at mão de onze; with two
    players the same one leads after a tie whatever the option.
    """
    plain = Rules()
    names = ["swap_on_call", "cut", "covered", "onze_call"] + ["tie_lead"] * (players == 2)
    return replace(rules, **{name: getattr(plain, name) for name in names})


def shipped(rules: Rules, players: int) -> Path | None:
    """Return the files, without their endings, of the table that comes with the program."""
    for name, preset in Rules.presets.items():
        stem = DATA / f"equity-{name}-{players}"
        if same_match(preset, players) == rules and stem.with_suffix(".npz").exists():
            return stem
    return None


def compute(game: Game, deals: int, seed: int, effort: Effort) -> Equity:
    """Return a table computed anew."""
    ends = sample_ends(game, deals, seed, effort)
    values, std_error = solve_match(game.rules, game.players, ends)
    return Equity(values, std_error, provenance(game, deals, seed))


def provenance(game: Game, deals: int, seed: int) -> dict[str, Any]:
    """Return what a table rests on, as plain values."""
    return {
        "rules": game.rules.to_dict(),
        "players": game.players,
        "play": game.play,
        "profile": [profile.to_dict() for profile in game.profiles],
        "deals": deals,
        "seed": seed,
        "policies_sha256": policies_digest(game),
    }


def policies_digest(game: Game) -> str:
    """Return a fingerprint of the policies at the table and in the two-player stand-in."""
    return lineups_digest((game.seats(0), game.seats(0, 2)))


def digest(game: Game, deals: int, seed: int) -> str:
    """Return a fingerprint of everything that a table depends on."""
    return digest_of(provenance(game, deals, seed), (_ANALYZER / name for name in _SOURCES))


@dataclass(frozen=True)
class _Order:
    """A table that is asked for; equal digests are equal tables."""

    digest: str
    game: Game = field(compare=False)
    deals: int = field(compare=False)
    seed: int = field(compare=False)
    effort: Effort = field(compare=False)


@lru_cache(maxsize=32)
def _loaded(stem: Path) -> Equity:
    return Equity.load(stem)


@lru_cache(maxsize=32)
def _computed_once(order: _Order) -> Equity:
    stem = cache_folder() / f"equity-{order.digest}"
    return kept(
        stem, Equity.load, lambda: compute(order.game, order.deals, order.seed, order.effort)
    )
