"""Writes estimates so that they claim no more than is known.

A chance that was counted is rounded to hundredths of a percent, but nothing is
rounded up to certain or down to impossible. A sampled number has as many decimals
as the half-width of its interval needs to show.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from analyzer.core.estimate import Estimate
from analyzer.report.language import Language

_DECIMALS = 2
_MOST_DECIMALS = 4
_LOPSIDED = 0.1
"""A middle of an interval so far from the number, in halves, is told by the interval's ends."""

_SAME = 1e-12
"""What sums of floating point numbers may be off."""


@dataclass(frozen=True)
class Numbers:
    """Numbers as text.

    Attributes
    ----------
    language
        Says how they are written.
    ascii
        Whether to do without signs that are not in ASCII.
    """

    language: Language
    ascii: bool = False

    def whole(self, value: int) -> str:
        """Return a whole number."""
        return self.language.number(value)

    def share(self, value: float) -> str:
        """Return a share that a person gave, such as 25% or 2.5%."""
        return self.language.number(100 * value, _digits_needed(100 * value)) + "%"

    def percent(self, value: float, decimals: int = _DECIMALS) -> str:
        """Return a chance in percent; only what is certain is written as 0% or 100%."""
        if abs(value) < _SAME or abs(1 - value) < _SAME:
            return f"{abs(value):.0%}"
        step = 10.0**-decimals
        shown = round(100 * value, decimals)
        if 0 < value < 1 and shown in (0, 100):
            end = f"<{self.language.number(step, decimals)}"
            top = f">{self.language.number(100 - step, decimals)}"
            return (end if shown == 0 else top) + "%"
        return self.language.number(shown, decimals) + "%"

    def short(self, value: float) -> str:
        """Return a chance as a whole number of hundredths; only 0 and 100 are certain."""
        return self.percent(value, 0)[:-1]

    def chance(self, estimate: Estimate) -> tuple[str, str]:
        """Return an estimated chance in percent, and its error.

        Where the interval reaches further to one side than to the other, its ends stand in
        place of the error.
        """
        if estimate.std_error == 0:
            return self.percent(estimate.value), ""
        half = 100 * estimate.half_width
        decimals = _decimals_for(half)
        if estimate.value == 0:
            return f"<{self.language.number(100 * estimate.high, decimals)}%", ""
        if estimate.value == 1:
            return f">{self.language.number(100 * estimate.low, decimals)}%", ""
        shown = self.percent(estimate.value, decimals)
        middle = 50 * (estimate.low + estimate.high)
        if abs(middle - 100 * estimate.value) <= _LOPSIDED * half:
            return shown, self._error(half, decimals)
        ends = (max(estimate.low, 0.0), min(estimate.high, 1.0))
        low, high = (self.language.number(100 * end, decimals) for end in ends)
        return shown, f"{low}{'-' if self.ascii else '–'}{high}"

    def points(self, estimate: Estimate) -> tuple[str, str]:
        """Return estimated points with their sign, and their error."""
        if estimate.std_error == 0:
            return self._signed(estimate.value, _DECIMALS), ""
        decimals = _decimals_for(estimate.half_width)
        return (
            self._signed(estimate.value, decimals),
            self._error(estimate.half_width, decimals),
        )

    def mean(self, estimate: Estimate) -> tuple[str, str]:
        """Return an estimated mean of numbers without a sign, and its error."""
        decimals = _decimals_for(estimate.half_width) if estimate.std_error else _DECIMALS
        text = self.language.number(_unsigned_zero(estimate.value, decimals), decimals)
        return text, self._error(estimate.half_width, decimals) if estimate.std_error else ""

    def value(self, estimate: Estimate, unit: str) -> tuple[str, str]:
        """Return what something is worth in a unit, ``match`` or ``points``, and its error."""
        return self.chance(estimate) if unit == "match" else self.points(estimate)

    def _signed(self, value: float, decimals: int) -> str:
        shown = _unsigned_zero(value, decimals)
        text = self.language.number(shown, decimals, sign=shown != 0)
        return text if self.ascii else text.replace("-", "−")

    def _error(self, half: float, decimals: int) -> str:
        return ("+/-" if self.ascii else "±") + self.language.number(half, decimals)


def _unsigned_zero(value: float, decimals: int) -> float:
    """Return a number rounded, without a sign when nothing else is left of it."""
    return round(value, decimals) + 0.0


def _decimals_for(half_width: float) -> int:
    """Return how many decimals show the first digit of an error, two at least."""
    if half_width <= 0:
        return _MOST_DECIMALS
    rounded = float(f"{half_width:.0e}")
    return min(max(-math.floor(math.log10(rounded)), _DECIMALS), _MOST_DECIMALS)


def _digits_needed(value: float) -> int:
    """Return how many decimals a number was written with, two at most."""
    return next((n for n in range(_DECIMALS) if math.isclose(value, round(value, n))), _DECIMALS)
