"""The solver against linear programs, explicit trees, and itself."""

from __future__ import annotations

import naive_solver
import numpy as np
import pytest

from analyzer.paulista.solver.cfr import Solver
from analyzer.paulista.solver.game import DEALER, MAO, Game
from analyzer.paulista.solver.kernels.first import walk
from analyzer.paulista.solver.kernels.ops import FOLLOW
from analyzer.paulista.solver.tree import Tree

SMALL = [
    ((2, 2, 2, 1, 1), (1,)),
    ((3, 2, 2), (1, 3)),
    ((2, 1, 2, 1, 1), (1, 3)),
    ((2, 2, 1, 1), (1, 3, 6)),
    ((3, 1, 2), (1, 3, 6, 9, 12)),
]


def solved(game: Game, iterations: int, dtype: type = np.float32) -> Solver:
    solver = Solver(game, dtype=dtype)
    for _ in range(iterations):
        solver.iterate()
    return solver


@pytest.mark.parametrize(("counts", "stakes"), SMALL)
def test_small_decks_have_the_value_of_their_linear_program(counts, stakes):
    wanted = naive_solver.Program(counts, stakes).value()
    solver = solved(Game.of_points(counts, stakes), 600)
    low, high = solver.bounds()
    assert low - 1e-5 <= wanted <= high + 1e-5
    assert high - low < 2e-3
    assert solver.value() == pytest.approx(wanted, abs=2e-3)


@pytest.mark.parametrize("seat", [MAO, DEALER])
@pytest.mark.parametrize(
    ("counts", "won", "lost", "ran"),
    [
        ((2, 2, 2, 1, 1), 1.0, 0.0, 0.45),
        ((2, 1, 2, 1, 1), 1.0, -3.0, -1.0),
        ((2, 1, 2, 1, 1), 3.0, -1.0, 1.0),
    ],
)
def test_who_may_run_from_his_cards_gets_what_a_linear_program_gives_him(
    seat, counts, won, lost, ran
):
    wanted = naive_solver.Program(counts, [won], [lost], ran=(seat, ran)).value()
    without = naive_solver.Program(counts, [won], [lost]).value()
    assert (wanted > without + 0.01) if seat == MAO else (wanted < without - 0.01)
    solver = solved(Game.of_choice(counts, seat, won=won, lost=lost, ran=ran), 600)
    low, high = solver.bounds()
    assert low - 1e-5 <= wanted <= high + 1e-5
    assert high - low < 2e-3
    assert solver.value() == pytest.approx(wanted, abs=2e-3)


def test_payoffs_need_not_be_symmetric():
    counts = (2, 1, 2, 1, 1)
    plain = Game.of_points(counts, (1, 3))
    won, lost = plain.pay
    moved = Game(counts, (tuple(x + 2 for x in won), tuple(x + 2 for x in lost)))
    assert solved(moved, 200).value() == pytest.approx(solved(plain, 200).value() + 2, abs=1e-4)


@pytest.mark.parametrize("stakes", [(1,), (1, 3), (1, 3, 6, 9, 12)])
def test_the_layout_is_as_long_as_the_walk(stakes):
    solver = Solver(Game.of_points((3, 2, 1, 1), stakes))
    length, _ = walk(solver.work(FOLLOW, MAO), solver.cards)
    assert length == solver.layout.length() == len(solver.sums)


def explicit_best(game: Game, sums: np.ndarray, walker: int) -> float:
    """Return what the best answer of a seat wins, going through all it can do by itself."""
    pay = game.pay if walker == MAO else tuple(tuple(-x for x in row) for row in game.pay[::-1])

    def best(node, mine, others):
        if not others:
            return 0.0
        if node.winner is not None:
            return pay[node.winner != walker][node.stake] * sum(others.values())
        if not node.settled and (node.turn, node.calls) in opened:
            return best(node.after(game.opening[node.calls]), mine, others)
        if node.seat == walker:
            actions = set(mine) if node.choosing else node.said
            return max(best(node.after(action), less(mine, action), others) for action in actions)
        after: dict = {}
        for hand, weight in others.items():
            for action, share in node.frequencies(hand, sums).items():
                if share > 0:
                    part = after.setdefault(action, {})
                    kept = less(hand, action)
                    part[kept] = part.get(kept, 0.0) + weight * share
        return sum(best(node.after(action), mine, part) for action, part in after.items())

    by_hand: dict = {}
    for dealer, mao, chance in naive_solver.deals(game.counts):
        mine, other = (mao, dealer) if walker == MAO else (dealer, mao)
        by_hand.setdefault(mine, {})[other] = chance
    tree = Tree(game)
    root, opened = tree.root, [(node.turn, node.calls) for node in tree.opening]
    return sum(best(root, mine, others) for mine, others in by_hand.items())


def less(hand, action):
    if not isinstance(action, int):
        return hand
    kept = list(hand)
    kept.remove(action)
    return tuple(kept)


@pytest.mark.parametrize(("counts", "stakes"), [((2, 2, 1, 2), (1,)), ((2, 1, 2, 1), (1, 3, 6, 9))])
@pytest.mark.parametrize("even", [True, False])
def test_best_answers_are_those_of_an_explicit_search(counts, stakes, even):
    game = Game.of_points(counts, stakes)
    solver = Solver(game, dtype=np.float64)
    if not even:
        solver.sums[:] = np.random.default_rng(5).random(len(solver.sums))
    low, high = solver.bounds()
    assert high == pytest.approx(explicit_best(game, solver.sums, MAO), abs=1e-9)
    assert -low == pytest.approx(explicit_best(game, solver.sums, DEALER), abs=1e-9)


@pytest.mark.parametrize("seat", [MAO, DEALER])
def test_best_answers_where_one_may_run_are_those_of_an_explicit_search(seat):
    game = Game.of_choice((2, 1, 2, 1), seat, won=1.0, lost=-2.0, ran=-0.5)
    numbers = np.random.default_rng(6).random(Tree(game).layout.length())
    solver = Solver(game, np.float64, arrays={"regrets": np.zeros_like(numbers), "sums": numbers})
    low, high = solver.bounds()
    assert high == pytest.approx(explicit_best(game, solver.sums, MAO), abs=1e-9)
    assert -low == pytest.approx(explicit_best(game, solver.sums, DEALER), abs=1e-9)


def test_what_one_wins_the_other_loses():
    solver = solved(Game.of_points((3, 3, 2, 1, 1), (1, 3, 6)), 20)
    ours, theirs = (solver.walk(FOLLOW, seat) for seat in (MAO, DEALER))
    assert ours == pytest.approx(-theirs, abs=1e-6)


def test_single_precision_is_enough():
    game = Game.of_points((3, 2, 2, 1), (1, 3, 6))
    single, double = solved(game, 100), solved(game, 100, np.float64)
    assert single.value() == pytest.approx(double.value(), abs=2e-3)
    single.sums[:] = double.sums
    assert single.bounds() == pytest.approx(double.bounds(), abs=1e-5)


@pytest.mark.parametrize("name", ["regrets", "sums"])
@pytest.mark.parametrize("odd", [np.nan, np.inf])
def test_numbers_that_are_not_finite_stop_everything(name, odd):
    solver = solved(Game.of_points((3, 2, 2), (1, 3)), 2)
    getattr(solver, name)[7] = odd
    with pytest.raises(ArithmeticError, match=f"1 {name}"):
        solver.bounds()


def test_denormal_regrets_do_no_harm():
    solver = solved(Game.of_points((3, 2, 2), (1, 3)), 20)
    solver.regrets *= np.float32(1e-42)
    solver.iterate()
    solver.verify_finite()
