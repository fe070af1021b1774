"""What the books of the trucos tell of calls; ``calls.js`` works with it."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from analyzer.core.estimate import Z95
from analyzer.report.language import Language
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


def sampled_errors(deals: int, language: Language) -> list[str]:
    """Return by how much a sampled chance to win may be off in percent, by caller.

    Of a chance of one half, which is the least certain; in only a part of the deals does
    he call.
    """
    profiles = [PROFILES[name] for name in CALLERS]
    shares = [one.calls + one.bluffs * (1 - one.calls) for one in profiles]
    return [language.number(100 * Z95 / 2 / math.sqrt(deals * share), 2) for share in shares]


def call_words(language: Language) -> dict[str, str]:
    """Return the words that a page with calls needs."""
    return {
        "bluff": language.say(
            "The raise pays only while he runs from enough of his calls. Taken: from half."
        ),
    }


def looked_up(answers: Sequence[Floats]) -> tuple[list[str], list[Floats]]:
    """Return what is looked up of answers, shape (..., 3, 3): names, and an axis for them.

    Undecided hands are left out if there are none.
    """
    undecided = any(part[..., 2].any() for part in answers)
    fields = _DECIDED | (_UNDECIDED if undecided else {})
    ways, ends = np.array(list(fields.values())).T
    return list(fields), [part[..., ways, ends] for part in answers]
