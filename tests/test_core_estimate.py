"""Estimates: textbook intervals, exactness, and coverage."""

from __future__ import annotations

import json
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from analyzer.core.errors import InputError
from analyzer.core.estimate import Z95, Estimate, student, z_value

counts = st.integers(1, 10**9).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n)))
values = st.lists(st.integers(-12, 12), min_size=2, max_size=50)


def ratio(x, y, **options) -> Estimate:
    x, y = np.asarray(x), np.asarray(y)
    sums = {"sx": x.sum(), "sy": y.sum(), "sxx": x @ x, "sxy": x @ y, "syy": y @ y}
    return Estimate.ratio(**sums, n=len(x), **options)


def test_an_exact_number_has_no_error():
    found = Estimate.exact(np.float64(0.25))
    assert found.to_dict() == {"value": 0.25, "low": 0.25, "high": 0.25, "std_error": 0.0}
    assert json.loads(json.dumps(found.to_dict())) == found.to_dict()


@given(counts)
def test_a_proportion_has_wilsons_interval(count):
    successes, n = count
    found = Estimate.proportion(successes, n)
    low, high = stats.binomtest(successes, n).proportion_ci(0.95, "wilson")
    assert found.value == successes / n
    assert found.low == pytest.approx(low, abs=1e-12)
    assert found.high == pytest.approx(high, abs=1e-12)


@given(counts)
def test_a_sampled_proportion_never_looks_exact(count):
    found = Estimate.proportion(*count)
    assert 0 <= found.low <= found.value <= found.high <= 1
    assert found.low < found.high
    assert found.std_error > 0


def test_nothing_in_a_thousand_is_not_nothing():
    found = Estimate.proportion(0, 1000)
    assert found.low == 0.0
    assert found.high == pytest.approx(Z95**2 / (1000 + Z95**2))
    assert Estimate.proportion(1000, 1000).low == pytest.approx(1 - found.high)
    assert Estimate.proportion(1000, 1000).high == 1.0


def test_the_error_of_a_proportion_is_binomial():
    assert Estimate.proportion(36, 100).std_error == pytest.approx(0.048)


@given(values)
def test_a_mean_has_the_usual_standard_error(sample):
    array = np.array(sample)
    found = Estimate.mean(array.sum(), array @ array, len(array))
    assert found.value == pytest.approx(array.mean())
    assert found.std_error == pytest.approx(stats.sem(array), abs=1e-12)
    assert found.low == pytest.approx(found.value - Z95 * found.std_error)
    assert found.high == pytest.approx(found.value + Z95 * found.std_error)


def test_huge_sums_neither_wrap_around_nor_cancel():
    n, offset = 10**12, 10**6
    total, total_sq = np.int64(n * offset), np.int64(4 * 10**18)
    exact = Estimate.mean(int(total), n * offset**2 + n, n)
    assert exact.std_error == pytest.approx(1e-6)
    assert Estimate.mean(total, total_sq, n).value == offset


@given(values, st.integers(1, 5))
def test_a_ratio_over_constant_weights_is_a_mean(sample, weight):
    array = np.array(sample)
    found = ratio(array, np.full(len(array), weight))
    mean = Estimate.mean(array.sum(), array @ array, len(array)).affine(1 / weight)
    assert found.value == pytest.approx(mean.value)
    assert found.std_error == pytest.approx(mean.std_error, abs=1e-9)


@given(
    st.lists(st.sampled_from([(0, 0), (0, 1), (1, 1)]), min_size=2).filter(lambda d: (1, 1) in d)
)
def test_a_ratio_of_counts_is_a_proportion_of_those_that_count(deals):
    x, y = np.array(deals).T
    found, n = ratio(x, y, chance=True), len(deals)
    plain = Estimate.proportion(x.sum(), y.sum())
    assert found.value == plain.value
    if found.value < 1:
        assert found.std_error == pytest.approx(plain.std_error * math.sqrt(n / (n - 1)))
    else:
        assert found == plain


@given(
    st.lists(st.tuples(st.integers(0, 9), st.booleans()), min_size=2).filter(
        lambda deals: any(weight for weight, _ in deals)
    )
)
def test_a_sampled_chance_by_weights_never_looks_exact(deals):
    weights, won = np.array(deals).T
    found = ratio(weights * won, weights, chance=True)
    assert 0 <= found.low <= found.value <= found.high <= 1
    assert found.low < found.high
    assert found.std_error > 0


@pytest.mark.parametrize("chance", [False, True])
def test_intervals_of_ratios_cover(chance):
    rng = np.random.default_rng(1)
    weights = rng.choice([0, 1, 4], size=(4000, 300), p=[0.5, 0.3, 0.2])
    wins = rng.random((4000, 300)) < np.where(weights == 4, 0.9, 0.4)
    truth = (0.3 * 0.4 + 0.8 * 0.9) / 1.1
    found = [ratio(w * y, y, chance=chance) for w, y in zip(wins, weights, strict=True)]
    covered = sum(e.low <= truth <= e.high for e in found)
    assert abs(covered - 3800) < 4 * math.sqrt(4000 * 0.95 * 0.05) + 20
    errors = np.array([(e.value - truth) / e.std_error for e in found])
    assert errors.std() == pytest.approx(1, abs=0.06)


@pytest.mark.parametrize(
    "make",
    [
        lambda: Estimate.proportion(0, 0),
        lambda: Estimate.mean(3, 9, 1),
        lambda: ratio([0, 0], [0, 0]),
        lambda: ratio([1], [1]),
    ],
)
def test_too_few_deals_are_refused(make):
    with pytest.raises(InputError, match=r"^deals: "):
        make()


def test_more_successes_than_deals_are_refused():
    with pytest.raises(ValueError, match="3 successes among 2"):
        Estimate.proportion(3, 2)


def test_affine_turns_the_interval_around():
    found = Estimate(0.25, 0.125, 0.5, 0.125).affine(-2, 1)
    assert found == Estimate(0.5, 0.0, 0.75, 0.25)
    assert found.half_width == 0.375


def test_the_error_is_split_over_the_looks():
    assert z_value() == pytest.approx(Z95, abs=1e-14)
    assert z_value(0.9) == pytest.approx(1.6448536269514722)
    assert z_value(0.95, looks=5) == pytest.approx(z_value(0.99))


@pytest.mark.parametrize("z", [1.96, 2.5, 3.0])
@pytest.mark.parametrize("n", [10, 16, 64, 4096])
def test_few_values_need_wider_intervals(z, n):
    wanted = stats.t.ppf(stats.norm.cdf(z), n - 1)
    assert student(z, n) == pytest.approx(wanted, rel=0.01)
    assert student(z, n) > z
