"""What every score of a match is worth: tables, and the files they are kept in."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any, ClassVar, Self, TypeVar

import numpy as np
from numpy.typing import NDArray

from analyzer.core.effort import Effort
from analyzer.core.errors import PolicyError
from analyzer.core.estimate import Z95
from analyzer.truco.options import TrucoRules
from analyzer.truco.policies import Lineup
from analyzer.truco.profiles import Profile, read_profile

BATCHES = 16
"""Parts of equal size in which hands are sampled, to tell how far off they may be."""

Floats = NDArray[np.float64]
Profiles = str | Profile | tuple[Profile, Profile]
"""How both sides call and answer: a name, ``ours/theirs``, or profiles."""

E = TypeVar("E", bound="Equity")
T = TypeVar("T")


@dataclass(frozen=True, eq=False)
class Equity:
    """The chance that our side wins the match, for every score and dealer.

    Attributes
    ----------
    values
        float64, shape (target, target, 2): by our points, theirs, and who deals
        the next hand, 0 our side, 1 theirs.
    std_error
        Standard errors of the values, of the same shape.
    provenance
        What the table rests on: ``rules``, ``players``, ``play``, ``profile``
        (ours and theirs), ``deals`` (sampled for each two rungs from which the
        sides stop calling), ``seed``, and digests.
    """

    values: Floats
    std_error: Floats
    provenance: dict[str, Any]

    @property
    def target(self) -> int:
        """The points that win the match."""
        return len(self.values)

    @property
    def reach(self) -> Floats:
        """How far off the values may be at 95 %, of their shape."""
        return Z95 * self.std_error

    def after(self, us: int, them: int, *, we_deal: bool) -> float:
        """Return our chance from a score, also one that has won the match.

        Parameters
        ----------
        us, them
            Points; more than the target count as that many.
        we_deal
            Whether our side deals the next hand.
        """
        if us >= self.target or them >= self.target:
            return float(us >= self.target)
        return float(self.values[us, them, 0 if we_deal else 1])

    def to_dict(self) -> dict[str, Any]:
        """Return what the table rests on and its greatest standard error."""
        return {**self.provenance, "std_error": float(self.std_error.max())}

    def save(self, stem: Path) -> None:
        """Write ``stem.npz`` with the numbers and ``stem.json`` with the provenance."""
        manifest = json.dumps(self.provenance, indent=2, ensure_ascii=False) + "\n"
        stem.with_suffix(".json").write_text(manifest, "utf-8")
        arrays = {name: getattr(self, name) for name in self._arrays()}
        np.savez_compressed(stem.with_suffix(".npz"), **arrays)

    @classmethod
    def load(cls, stem: Path) -> Self:
        """Return what `save` wrote."""
        provenance = json.loads(stem.with_suffix(".json").read_text("utf-8"))
        with np.load(stem.with_suffix(".npz")) as arrays:
            named = {name: arrays[name] for name in cls._arrays()}
        return cls(**named, provenance=provenance)

    @classmethod
    def _arrays(cls) -> list[str]:
        return [field.name for field in fields(cls) if field.name != "provenance"]


@dataclass(frozen=True, kw_only=True)
class MatchGame:
    """Who plays a match, and by which rules.

    Attributes
    ----------
    rules, players
        The game.
    play
        Policies as ``--play`` says them, ours first.
    profiles
        How we and they call and answer.
    lineup
        The wing's way of seating policies.
    """

    rules: TrucoRules
    players: int
    play: str
    profiles: tuple[Profile, Profile]

    lineup: ClassVar[Callable[..., Lineup]]

    def seats(self, dealer: int, players: int | None = None) -> Lineup:
        """Return who plays how when we (0) or they (1) deal; our side has that number."""
        return self.lineup(self.play, self.rules, players or self.players, dealer)

    @property
    def is_even(self) -> bool:
        """Whether both sides play and call alike."""
        kinds = self.seats(0).kinds
        return self.profiles[0] == self.profiles[1] and bool((kinds == kinds[0]).all())

    def provenance(self, deals: int, seed: int) -> dict[str, Any]:
        """Return what a table of this match rests on, as plain values."""
        return {
            "rules": self.rules.to_dict(),
            "players": self.players,
            "play": self.play,
            "profile": [profile.to_dict() for profile in self.profiles],
            "deals": deals,
            "seed": seed,
            "policies_sha256": lineups_digest((self.seats(0), self.seats(0, 2))),
        }

    def of_both_dealers(
        self, ends: Callable[[Self, int, Effort], T], deals: int, seed: int, effort: Effort
    ) -> tuple[T, T]:
        """Return how hands end when we deal and when they deal, the same in an even game.

        Parameters
        ----------
        ends
            Counts them, from the game, the dealer and an effort.
        deals, seed
            Hands sampled for every two rungs at which the sides stop calling.
        effort
            Threads, client and progress; its other parts are not looked at.
        """
        work = replace(
            effort,
            exact=False,
            precision=None,
            deals=max(deals // BATCHES, 1) * BATCHES,
            seed=seed,
        )
        found = [ends(self, dealer, work) for dealer in ((0,) if self.is_even else (0, 1))]
        return found[0], found[-1]


def both_profiles(profile: Profiles) -> tuple[Profile, Profile]:
    """Return how we and they call and answer.

    Raises
    ------
    PolicyError
        For names that nobody knows, or too many of them.
    """
    if isinstance(profile, Profile):
        return profile, profile
    if isinstance(profile, tuple):
        return profile
    parts = profile.split("/")
    if len(parts) > 2:
        raise PolicyError(profile, "profile", "a profile, or ours/theirs")
    return read_profile(parts[0], "profile"), read_profile(parts[-1], "profile")


def lineups_digest(lineups: Iterable[Lineup]) -> str:
    """Return a fingerprint of the policies in several line-ups."""
    found = hashlib.sha256()
    for seats in lineups:
        for part in (seats.kinds, seats.firsts, seats.seconds):
            found.update(str(part.shape).encode() + np.ascontiguousarray(part).tobytes())
    return found.hexdigest()


def jackknife(without: Floats) -> Floats:
    """Return standard errors from results that leave out one batch each.

    References
    ----------
    B. Efron and C. Stein, "The jackknife estimate of variance", Annals of
    Statistics 9 (1981).
    """
    squares = ((without - without.mean(axis=0)) ** 2).sum(axis=0)
    return np.asarray(np.sqrt(squares * (len(without) - 1) / len(without)))
