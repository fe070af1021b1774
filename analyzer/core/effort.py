"""How much work an answer may take, and where it is done."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, TypedDict

from analyzer.core.blocks import Progress, Scheduler
from analyzer.core.cluster import Client, Workers
from analyzer.core.errors import InputError
from analyzer.core.estimate import Z95, z_value

LOOKS = tuple(1 << n for n in range(18, 25))
"""Deals after which a sample is looked at, doubling up to the most."""

PRECISION = 0.001
"""Half-width of the 95 % interval that ends a sample."""


@dataclass(frozen=True, kw_only=True)
class Effort:
    """How much work an answer may take, and where it is done.

    Parameters
    ----------
    exact
        Enumerate, whatever it takes.
    deals
        Sample this many deals, no more and no less.
    precision
        Sample until the half-width of the 95 % interval is at most this.
    seed
        Of the samples; any whole number from 0 to 2^64 - 1.
    threads
        Local threads; all cores by default.
    progress
        See ``analyzer.core.blocks``.
    client
        A connected ``distributed.Client`` whose workers compute, not local threads.

    Raises
    ------
    InputError
        When a number is out of range, or more than one way is asked for.
    """

    exact: bool = False
    deals: int | None = None
    precision: float | None = None
    seed: int = 0
    threads: int | None = None
    progress: Progress | None = None
    client: Client | None = None

    def __post_init__(self) -> None:
        ways_asked = [
            name
            for name in ("exact", "deals", "precision")
            if getattr(self, name) not in (None, False)
        ]
        if len(ways_asked) > 1:
            raise InputError(" and ".join(ways_asked), "options", "one of exact, deals, precision")
        if self.deals is not None:
            verify_whole(self.deals, "deals", 2, 10**15)
        if self.threads is not None:
            verify_whole(self.threads, "threads", 1, 1024)
        verify_whole(self.seed, "seed", 0, 2**64 - 1)
        if self.precision is not None:
            _verify_precision(self.precision)

    @property
    def scheduler(self) -> Scheduler | None:
        """Where blocks are computed, if not on local threads."""
        return None if self.client is None else Workers(self.client)

    @property
    def looks(self) -> tuple[int, ...]:
        """Numbers of deals after which a sample is looked at."""
        if self.deals is not None:
            return (self.deals,)
        return LOOKS if self.precision is None else self.looks_from(LOOKS[0])

    def looks_from(self, first: int) -> tuple[int, ...]:
        """Return numbers of deals after which a sample for a precision is looked at.

        Parameters
        ----------
        first
            The first of them.
        """
        if self.precision is None:
            raise ValueError("no precision is asked for")
        # The worst case is a chance of one half; leave room for the split error.
        most = math.ceil((z_value(looks=40) * 0.5 / self.precision) ** 2)
        looks = [first]
        while looks[-1] < most:
            looks.append(looks[-1] * 2)
        return tuple(looks)

    @property
    def z(self) -> float:
        """Standard errors in an interval, the error being split over the looks."""
        return Z95 if self.deals is not None else z_value(looks=len(self.looks))

    @property
    def half_width(self) -> float:
        """The half-width at which a sample ends."""
        return PRECISION if self.precision is None else self.precision


class Work(TypedDict, total=False):
    """The parts of an `Effort` as keywords of a question."""

    exact: bool
    deals: int | None
    precision: float | None
    seed: int
    threads: int | None
    progress: Progress | None
    client: Client | None


def split_options(options: Mapping[str, Any]) -> tuple[Effort, dict[str, Any]]:
    """Return the effort that a question's keywords ask for, and the other keywords.

    Raises
    ------
    InputError
        When a number is out of range, or more than one way is asked for.
    """
    names = {field.name for field in fields(Effort)}
    effort = Effort(**{name: value for name, value in options.items() if name in names})
    return effort, {name: value for name, value in options.items() if name not in names}


def verify_whole(value: object, name: str, least: int, most: int) -> None:
    """Raise ``InputError`` unless a value is a whole number in a range."""
    whole = isinstance(value, int) and not isinstance(value, bool)
    if not whole or not least <= value <= most:  # type: ignore[operator]
        raise InputError(value, name, f"a whole number from {least} to {most}")


def _verify_precision(value: object) -> None:
    if not isinstance(value, int | float) or not 1e-6 <= value <= 0.5:
        raise InputError(value, "precision", "a half-width from 0.000001 to 0.5")
