"""From integer sums to a number with its interval.

Sums come in as integers and stay integers until the last division, so that an
estimate does not depend on the order in which blocks were added up.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from numbers import Integral
from statistics import NormalDist
from typing import Self

from analyzer.core.errors import InputError

Z95 = 1.959963984540054


@dataclass(frozen=True)
class Estimate:
    """A number, its interval and its standard error.

    Make one by `exact`, `proportion`, `mean` or `ratio`. An exact number has
    ``low == high == value`` and no error; a sampled chance never does, not
    even when it came out as 0 or 1.
    """

    value: float
    low: float
    high: float
    std_error: float

    @classmethod
    def exact(cls, value: float) -> Self:
        """Return a number that was counted, not sampled."""
        value = float(value)
        return cls(value, value, value, 0.0)

    @classmethod
    def proportion(cls, successes: int, n: int, z: float = Z95) -> Self:
        """Return the share of ``successes`` among ``n`` deals, with Wilson's interval.

        Parameters
        ----------
        successes, n
            Counts, 0 <= successes <= n.
        z
            Half-width of the interval in standard errors, see `z_value`.

        Raises
        ------
        InputError
            Without deals.
        ValueError
            When there are more successes than deals.

        References
        ----------
        E. B. Wilson, "Probable inference, the law of succession, and
        statistical inference", JASA 22 (1927).
        """
        _verify_deals(n, least=1)
        if not 0 <= successes <= n:
            raise ValueError(f"{successes} successes among {n} deals")
        p = int(successes) / int(n)
        return cls._chance(p, math.sqrt(p * (1 - p) / n), n, z)

    @classmethod
    def mean(cls, total: float, total_sq: float, n: int, z: float = Z95) -> Self:
        """Return the mean of ``n`` values, with the interval mean ± z·se.

        Parameters
        ----------
        total, total_sq
            Sum of the values and of their squares.
        n
            Number of values, at least 2.
        z
            Half-width of the interval in standard errors, see `z_value`.

        Raises
        ------
        InputError
            With fewer than two values: they tell no error.
        """
        _verify_deals(n, least=2)
        total, total_sq, n = _whole(total), _whole(total_sq), int(n)
        spread = max(n * total_sq - total * total, 0)
        return cls._symmetric(total / n, math.sqrt(spread / (n * n * (n - 1))), z)

    @classmethod
    def ratio(
        cls,
        *,
        sx: float,
        sy: float,
        sxx: float,
        sxy: float,
        syy: float,
        n: int,
        z: float = Z95,
        chance: bool = False,
    ) -> Self:
        """Return the ratio of two sums over the same deals, by the delta method.

        Each deal adds ``x`` to the numerator and ``y`` to the denominator, the
        weight of the deal or whether it counts at all.

        Parameters
        ----------
        sx, sy, sxx, sxy, syy
            Sums of x, y, x², x·y and y².
        n
            Number of deals, at least 2, those of no weight included.
        z
            Half-width of the interval in standard errors, see `z_value`.
        chance
            Whether 0 <= x <= y in every deal. The ratio is then a chance and
            gets Wilson's interval, for as many deals as carry the same error.

        Raises
        ------
        InputError
            With fewer than two deals, or when none had any weight.

        References
        ----------
        W. G. Cochran, *Sampling Techniques*, 3rd ed. (1977), section 6.3.
        """
        _verify_deals(n, least=2)
        if sy <= 0:
            raise InputError(n, "deals", "more: in none of these did the condition hold")
        sx, sy, sxx, sxy, syy = (_whole(s) for s in (sx, sy, sxx, sxy, syy))
        # Squares of x - ratio·y, which sum to zero by themselves; over sy² to stay whole.
        residual = max(sxx * sy * sy - 2 * sx * sy * sxy + sx * sx * syy, 0) / (sy * sy)
        std_error = math.sqrt(residual * n / (n - 1)) / sy
        if not chance:
            return cls._symmetric(sx / sy, std_error, z)
        p = sx / sy
        # Of a sure thing the residuals are nothing but rounding.
        spread = 0 < p < 1 and std_error > 0
        alike = p * (1 - p) / std_error**2 if spread else sy * sy / syy
        return cls._chance(p, std_error, alike, z)

    @classmethod
    def _symmetric(cls, value: float, std_error: float, z: float) -> Self:
        return cls(value, value - z * std_error, value + z * std_error, std_error)

    @classmethod
    def _chance(cls, p: float, std_error: float, n: float, z: float) -> Self:
        shrink = 1 / (1 + z * z / n)
        centre = shrink * (p + z * z / (2 * n))
        half = shrink * z * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n))
        # At 0 and 1 the usual error is 0, which would pass for an exact answer.
        return cls(
            value=p,
            low=min(max(centre - half, 0.0), p) if p > 0 else 0.0,
            high=max(min(centre + half, 1.0), p) if p < 1 else 1.0,
            std_error=std_error if 0 < p < 1 else half / z,
        )

    @property
    def half_width(self) -> float:
        """Half the length of the interval."""
        return (self.high - self.low) / 2

    def affine(self, factor: float, offset: float = 0.0) -> Self:
        """Return the estimate of ``factor · number + offset``."""
        ends = sorted((factor * self.low + offset, factor * self.high + offset))
        value = factor * self.value + offset
        return type(self)(value, ends[0], ends[1], abs(factor) * self.std_error)

    def to_dict(self) -> dict[str, float]:
        """Return value, interval and standard error as plain numbers."""
        return {
            "value": self.value,
            "low": self.low,
            "high": self.high,
            "std_error": self.std_error,
        }


def weighted(parts: Iterable[tuple[float, Estimate]]) -> Estimate:
    """Return the weighted sum of independent estimates."""
    listed = list(parts)
    value = math.fsum(weight * part.value for weight, part in listed)
    error = math.sqrt(math.fsum((weight * part.std_error) ** 2 for weight, part in listed))
    half = math.sqrt(math.fsum((weight * part.half_width) ** 2 for weight, part in listed))
    return Estimate(value, value - half, value + half, error)


def added(parts: Sequence[Estimate]) -> Estimate:
    """Return the sum of estimates from the same deals, with an error never too small."""
    sums = [math.fsum(values) for values in zip(*map(_numbers, parts), strict=True)]
    return Estimate(*sums)


def z_value(confidence: float = 0.95, looks: int = 1) -> float:
    """Return the half-width, in standard errors, of a two-sided interval.

    Parameters
    ----------
    confidence
        Chance that the interval covers, strictly between 0 and 1.
    looks
        How often the interval may be looked at before the sampling stops. The
        error is split evenly over the looks (Bonferroni), so that all of them
        cover at once with the confidence asked for.
    """
    return NormalDist().inv_cdf(1 - (1 - confidence) / (2 * looks))


def student(z: float, n: int) -> float:
    """Return how many standard errors of ``n`` values cover what ``z`` of very many would.

    Few values tell their own spread badly. The expansion is off by less than 1 % from ten
    values on and ``z`` up to 3.

    References
    ----------
    M. Abramowitz, I. A. Stegun, *Handbook of Mathematical Functions* (1964), 26.7.5.
    """
    _verify_deals(n, least=2)
    free = n - 1
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / free + second / free**2 + third / free**3


def _numbers(estimate: Estimate) -> tuple[float, float, float, float]:
    return estimate.value, estimate.low, estimate.high, estimate.std_error


def _verify_deals(n: int, least: int) -> None:
    if n < least:
        raise InputError(n, "deals", f"at least {least}, to tell how far off the answer may be")


def _whole(total: float) -> float:
    """Make a numpy integer a Python one: its square must not wrap around."""
    return int(total) if isinstance(total, Integral) else float(total)
