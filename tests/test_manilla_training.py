"""How the expert of La Manilla was found: the same search gives the same style."""

from __future__ import annotations

import numpy as np
import pytest

from analyzer.manilla import training
from analyzer.manilla.kernels import expert as k
from analyzer.manilla.policies import POLICIES, style

CHANCE = POLICIES["random"]


@pytest.fixture
def short_trials(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(training, "_TRIALS", ((200, 1.0), (400, 1.0)))


@pytest.mark.usefixtures("short_trials")
def test_a_search_is_the_same_with_any_number_of_threads() -> None:
    weak = style({k.KIND: k.BY_STYLE})
    one, two = (
        list(training.better_styles(weak, rounds=40, seed=3, threads=threads)) for threads in (1, 2)
    )
    assert [number for number, _ in one] == [number for number, _ in two]
    assert all((a == b).all() for (_, a), (_, b) in zip(one, two, strict=True))
    assert one
    best = one[-1][1]
    found = training.margin(best, weak, deals=3000, seed=9, threads=None)
    assert found.low > 0
    assert best[k.KIND] == k.BY_STYLE


def test_the_expert_beats_where_its_search_began() -> None:
    expert = POLICIES["expert"]
    found = training.margin(expert, training.START, deals=30_000, seed=5, threads=None)
    assert found.value > 0
    back = training.margin(training.START, expert, deals=30_000, seed=5, threads=None)
    assert back.value == pytest.approx(-found.value)


@pytest.mark.usefixtures("short_trials")
def test_the_style_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert training.main(["--rounds", "12", "--seed", "1"]) == 0
    out, _ = capsys.readouterr()
    numbers = [
        int(text)
        for text in out.translate(str.maketrans("(),", "   ")).split()
        if text[-1].isdigit()
    ]
    found = list(training.better_styles(training.START, rounds=12, seed=1))
    best = found[-1][1] if found else training.START
    assert numbers == best[1:].tolist()
    assert out.startswith("k.FOLLOW: (")


@pytest.mark.parametrize("words", [["--rounds", "0"], ["--seed", "-1"]])
def test_a_search_that_cannot_be(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert training.main(words) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("learn-expert: ")
    assert err.count("\n") == 1


def test_changes_keep_numbers_whole() -> None:
    assert training.START.dtype == np.int64
    assert len(training.START) == k.STYLE
