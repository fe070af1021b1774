"""Finds a table of match equity: shipped, kept from before, or computed now."""

from __future__ import annotations

import contextlib
import hashlib
import json
import tempfile
import zipfile
import zlib
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from analyzer.core.effort import Effort, verify_whole
from analyzer.core.errors import PolicyError
from analyzer.core.jit import cache_folder
from analyzer.paulista.equity.ends import BATCHES, Game, sample_ends
from analyzer.paulista.equity.solve import solve_match
from analyzer.paulista.equity.table import Equity
from analyzer.paulista.policies import DEFAULT
from analyzer.paulista.rules import Rules
from analyzer.truco.profiles import PROFILES, Profile, read_profile

DEALS = 1 << 21
"""Hands sampled for every two rungs, when nobody says how many."""

_DAMAGED = (OSError, EOFError, ValueError, TypeError, KeyError, zipfile.BadZipFile, zlib.error)

DATA = Path(__file__).parent.parent / "data"

_ANALYZER = Path(__file__).parent.parent.parent
_SOURCES = (  # beside the kernels, whose digest names the folder
    "core/race.py",
    "truco/calls.py",
    "truco/policies.py",
    "paulista/spots.py",
    "paulista/equity/ends.py",
    "paulista/equity/escuro.py",
    "paulista/equity/solve.py",
)

Profiles = str | Profile | tuple[Profile, Profile]


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
        rules=same_match(rules, players), players=players, play=play, profiles=_both(profile)
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
    found = hashlib.sha256()
    for seats in (game.seats(0), game.seats(0, 2)):
        for part in (seats.kinds, seats.firsts, seats.seconds):
            found.update(str(part.shape).encode() + np.ascontiguousarray(part).tobytes())
    return found.hexdigest()


def digest(game: Game, deals: int, seed: int) -> str:
    """Return a fingerprint of everything that a table depends on."""
    found = hashlib.sha256(json.dumps(provenance(game, deals, seed), sort_keys=True).encode())
    for name in _SOURCES:
        found.update((_ANALYZER / name).read_bytes())
    return found.hexdigest()[:20]


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
    # Whatever may be wrong with a file in a cache, it can be made again.
    with contextlib.suppress(*_DAMAGED):
        return Equity.load(stem)
    table = compute(order.game, order.deals, order.seed, order.effort)
    with contextlib.suppress(OSError):
        _keep(table, stem)
    return table


def _keep(table: Equity, stem: Path) -> None:
    """Save a table so that another process never sees half of it."""
    with tempfile.TemporaryDirectory(dir=stem.parent) as folder:
        draft = Path(folder) / stem.name
        table.save(draft)
        for ending in (".json", ".npz"):
            draft.with_suffix(ending).replace(stem.with_suffix(ending))


def _both(profile: Profiles) -> tuple[Profile, Profile]:
    if isinstance(profile, Profile):
        return profile, profile
    if isinstance(profile, tuple):
        return profile
    parts = profile.split("/")
    if len(parts) > 2:
        raise PolicyError(profile, "profile", "a profile, or ours/theirs")
    return read_profile(parts[0], "profile"), read_profile(parts[-1], "profile")
