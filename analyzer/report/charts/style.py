"""Colours, fonts and measures of all charts.

The colours are those of Okabe and Ito, which people see apart whatever colours
they see; what a colour says is also said by a shape, a sign or a word. Fonts and
identifiers are fixed, so that the same chart is the same file everywhere.

References
----------
M. Okabe, K. Ito, *Color Universal Design* (2008).
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import Any

import matplotlib.style
from matplotlib.colors import Colormap, LinearSegmentedColormap, Normalize, to_rgb

INK, MUTED, FAINT, PAPER = "#1f1f1f", "#5a5a5a", "#dcdcdc", "#ffffff"
BLUE, VERMILION, GREEN, AMBER = "#0072b2", "#d55e00", "#009e73", "#e69f00"
PALE = "#f4f4f2"
"""What is neither good nor bad, and the ground that fills a plot."""

RUN, SURE, RAISE, UNSURE = "#f3c19b", "#9cc7e3", "#3f97cf", "#d3e5f0"
"""Grounds of decisions, all under dark ink: to run, to stay, to raise, and it depends."""

LOOKS = {
    "run": ("✕", RUN),
    "accept": ("✓", SURE),
    "raise": ("▲", RAISE),
    "revoke": ("▲", RAISE),
}
"""Sign and ground of each answer to a call."""

BODY, SMALL, TINY, TITLE = 10.0, 9.0, 8.0, 14.0
"""Sizes of text in points."""

DOTS = 144
"""Dots per inch of a picture made of dots."""

FONT = "DejaVu Sans"

_SETTINGS: dict[str, Any] = {
    "axes.axisbelow": True,
    "axes.edgecolor": MUTED,
    "axes.labelcolor": MUTED,
    "axes.labelsize": SMALL,
    "axes.spines.right": False,
    "axes.spines.top": False,
    "axes.titlelocation": "left",
    "axes.titlesize": BODY,
    "axes.titleweight": "bold",
    "figure.dpi": DOTS,
    "font.family": FONT,
    "font.size": BODY,
    "grid.color": FAINT,
    "grid.linewidth": 0.8,
    "savefig.dpi": DOTS,
    "svg.fonttype": "none",
    "svg.hashsalt": "truco",
    "text.color": INK,
    "text.parse_math": False,
    "xtick.color": MUTED,
    "xtick.labelsize": SMALL,
    "ytick.color": MUTED,
    "ytick.labelcolor": INK,
    "ytick.labelsize": BODY,
}


@contextmanager
def styled() -> Iterator[None]:
    """Draw as these charts do, whatever a user's matplotlib is set to."""
    with matplotlib.style.context(["default", _SETTINGS]):
        yield


@lru_cache(maxsize=1)
def chances() -> Colormap:
    """Return the colours of chances below one half, around it and above, all under dark ink."""
    ramp = ["#e07b2e", "#f3c19b", PALE, "#9cc7e3", "#3f97cf"]
    return LinearSegmentedColormap.from_list("chances", ramp)


def colour_of_chance(chance: float) -> tuple[float, float, float, float]:
    """Return the colour of a chance from 0 to 1."""
    return chances()(Normalize(0, 1)(chance))


@lru_cache(maxsize=1)
def needs() -> Colormap:
    """Return the colours of what is more or less, none of it good or bad."""
    return LinearSegmentedColormap.from_list("needs", [PALE, "#f3c19b", "#e07b2e"])


@lru_cache(maxsize=1)
def gains() -> Colormap:
    """Return the colours of what is better the more there is of it."""
    return LinearSegmentedColormap.from_list("gains", [PALE, "#9cc7e3", "#3f97cf"])


def colour_of_need(chance: float) -> tuple[float, float, float, float]:
    """Return the colour of a chance that somebody needs: the more, the darker."""
    return needs()(Normalize(0, 0.8)(chance))


def ink_on(colour: Any) -> str:
    """Return black or white, whichever reads better on a colour."""
    ground = _luminance(colour)
    dark = (ground + 0.05) / (_luminance(INK) + 0.05)
    light = 1.05 / (ground + 0.05)
    return INK if dark >= light else PAPER


def _luminance(colour: Any) -> float:
    """Return how bright a colour is, from 0 to 1 (WCAG 2, relative luminance)."""
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in to_rgb(colour)
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
