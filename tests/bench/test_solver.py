"""What solving the two-player hand costs: an iteration, a best answer, card play alone."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from analyzer.paulista.questions.solve import game_of
from analyzer.paulista.rules import Rules
from analyzer.paulista.solver.cardplay import solve_cards
from analyzer.paulista.solver.cfr import Solver
from analyzer.paulista.solver.game import MAO
from analyzer.paulista.solver.kernels.ops import RESPOND
from analyzer.paulista.spots import deck_powers

VIRA = 3 * 4  # a seven


@pytest.fixture(scope="module")
def solver() -> Iterator[Solver]:
    """Solve the whole hand, for one iteration."""
    made = Solver(game_of(Rules(), VIRA, None))
    made.iterate()
    yield made
    del made.regrets, made.sums


def test_iteration(benchmark: BenchmarkFixture, solver: Solver) -> None:
    benchmark.pedantic(solver.iterate, rounds=9, warmup_rounds=1)


def test_best_answer(benchmark: BenchmarkFixture, solver: Solver) -> None:
    benchmark.pedantic(solver.walk, args=(RESPOND, MAO), rounds=9, warmup_rounds=1)


def test_card_play(benchmark: BenchmarkFixture) -> None:
    deck = deck_powers(Rules(), VIRA)
    benchmark.pedantic(solve_cards, args=(deck,), rounds=3, warmup_rounds=1)
