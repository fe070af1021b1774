"""What the books of the trucos tell of calls; ``calls.js`` works with it."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from analyzer.truco.book import CALLERS
from analyzer.truco.profiles import PROFILES
from analyzer.truco.ranges import Floats

_DECIDED = {"aW": (0, 0), "sW": (1, 0), "sL": (1, 1), "gW": (2, 0), "gL": (2, 1)}
_UNDECIDED = {"aU": (0, 2), "sU": (1, 2), "gU": (2, 2)}
"""What is looked up, as ``analyzer.truco.book.shares_of`` has it."""


def caller_choices() -> list[tuple[int, str, str]]:
    """Return the callers that a reader may pick, each with what he calls and bluffs with."""
    profiles = [PROFILES[name] for name in CALLERS]
    return [
        (number, one.name, f"{one.calls:.0%} + {one.bluffs:.0%}")
        for number, one in enumerate(profiles)
    ]


def looked_up(answers: Sequence[Floats]) -> tuple[list[str], list[Floats]]:
    """Return what is looked up of answers, shape (..., 3, 3): names, and an axis for them.

    Undecided hands are left out if there are none.
    """
    undecided = any(part[..., 2].any() for part in answers)
    fields = _DECIDED | (_UNDECIDED if undecided else {})
    ways, ends = np.array(list(fields.values())).T
    return list(fields), [part[..., ways, ends] for part in answers]
