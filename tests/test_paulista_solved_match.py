"""The solved match: against linear programs, and however it is worked out."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import naive_solver
import numpy as np
import pytest

from analyzer.cli.main import main
from analyzer.core.effort import Effort
from analyzer.core.errors import PolicyError
from analyzer.paulista.equity.escuro import escuro_chances
from analyzer.paulista.equity.solved import SolvedEquity, chosen_equity
from analyzer.paulista.questions.solve_match import solution
from analyzer.paulista.rules import Rules
from analyzer.paulista.solver import campaign, match
from analyzer.paulista.solver.campaign import Campaign, solve_match
from analyzer.paulista.solver.cfr import Solver
from analyzer.paulista.solver.game import Game
from analyzer.report.language import Language
from analyzer.report.text.numbers import Numbers
from analyzer.report.text.paulista.solved_match import match_solution_sheet

DECKS = (((3, 1, 2), 0.5), ((2, 2, 2), 0.5))
UNTIL = 0.002


class Short(Rules):
    """A match to 4, so that there are few scores."""

    target = 4
    fewest_calls = 2

    def to_dict(self) -> dict[str, Any]:
        return {"ladder": self.ladder}


RULES = Short(ladder=(1, 2, 4))


@pytest.fixture(autouse=True)
def small_decks(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(match, "_decks", lambda _rules: DECKS)
    monkeypatch.setattr(campaign, "_place", lambda *_: tmp_path / "match.json")
    monkeypatch.setattr(campaign, "shipped", lambda _rules: None)


@pytest.fixture(scope="module")
def whole() -> Campaign:
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(match, "_decks", lambda _rules: DECKS)
        patched.setattr(Campaign, "keep", lambda _self: None)
        patched.setattr(campaign, "load", lambda _place: None)
        return solve_match(RULES, until=UNTIL, threads=1)


def by_linear_programs(rules: Rules) -> dict[tuple[int, int], float]:
    """Return the mão's chance at every score, by his points and the dealer's."""
    found = {}
    near = rules.target - 1
    ladder = rules.ladder

    def after(mao: int, dealer: int) -> float:
        if mao > near or dealer > near:
            return float(mao > near)
        return 1 - found[dealer, mao]

    for total in range(2 * near, -1, -1):
        for mao in range(max(total - near, 0), min(total, near) + 1):
            dealer = total - mao
            if (mao, dealer) == (near, near):
                found[mao, dealer] = float(escuro_chances(rules, 2)[1])
                continue
            stakes = ladder[1:2] if near in (mao, dealer) else ladder
            won = [after(mao + stake, dealer) for stake in stakes]
            lost = [after(mao, dealer + stake) for stake in stakes]
            found[mao, dealer] = sum(
                chance * naive_solver.Program(counts, won, lost).value() for counts, chance in DECKS
            )
    return found


def test_bounds_hold_the_value_of_linear_programs(whole: Campaign) -> None:
    wanted = by_linear_programs(whole.rules)
    for score, value in wanted.items():
        low, high = whole.bounds.low[score], whole.bounds.high[score]
        assert low - 1e-5 <= value <= high + 1e-5, score
        assert high - low < 5 * UNTIL
    assert not whole.interrupted


def test_some_bounds_leave_something_open(whole: Campaign) -> None:
    open_ = whole.bounds.high - whole.bounds.low
    assert open_.max() > UNTIL / 10
    assert open_[0, 0] > open_[2, 2]  # what is left open adds up over hands


@pytest.mark.parametrize("threads", [2, 3])
def test_threads_change_no_digit(whole: Campaign, threads: int) -> None:
    again = solve_match(RULES, until=UNTIL, threads=threads)
    np.testing.assert_array_equal(again.bounds.low, whole.bounds.low)
    np.testing.assert_array_equal(again.bounds.high, whole.bounds.high)


class Crowd:
    """Three threads that look like a cluster."""

    def __init__(self, pool: ThreadPoolExecutor) -> None:
        self.pool = pool

    def submit(self, function: Any, /, *args: Any, pure: bool) -> Any:
        assert not pure
        return self.pool.submit(function, *args)

    def nthreads(self) -> dict[str, int]:
        return {"one": 1, "two": 2}


def test_a_cluster_changes_no_digit(whole: Campaign) -> None:
    with ThreadPoolExecutor(3) as pool:
        again = solve_match(RULES, until=UNTIL, client=Crowd(pool))
    np.testing.assert_array_equal(again.bounds.low, whole.bounds.low)
    np.testing.assert_array_equal(again.bounds.high, whole.bounds.high)


def test_a_stopped_run_goes_on_to_the_same_digits(whole: Campaign) -> None:
    finished = []

    def stop_soon(found: Campaign) -> None:
        finished.append(found.progress)
        if len(finished) == 4:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        solve_match(RULES, until=UNTIL, threads=1, say=stop_soon)
    left = Campaign.resumed(RULES, UNTIL)
    assert len(left.unsolved) == RULES.target**2 - 1 - 4
    again = solve_match(
        RULES, until=UNTIL, threads=1, say=lambda found: finished.append(found.progress)
    )
    assert len(set(finished)) == len(finished) == RULES.target**2 - 1
    np.testing.assert_array_equal(again.bounds.low, whole.bounds.low)
    np.testing.assert_array_equal(again.iterations, whole.iterations)


def test_time_that_is_up_leaves_the_rest(whole: Campaign) -> None:
    begun = solve_match(RULES, until=UNTIL, threads=1, seconds=1e-9)
    assert not begun.interrupted
    assert begun.unsolved


def test_stakes_beyond_the_end_of_the_match_change_nothing() -> None:
    won, lost = (0.6, 0.8, 1.0, 1.0), (0.4, 0.1, 0.0, 0.0)
    whole, cut = (Solver(Game((3, 1, 2), pay)) for pay in ((won, lost), (won[:3], lost[:3])))
    for solver in (whole, cut):
        for _ in range(300):
            solver.iterate()
    assert whole.value() == pytest.approx(cut.value(), abs=1e-3)
    wanted = naive_solver.Program((3, 1, 2), won, lost).value()
    low, high = cut.bounds()
    assert low - 1e-5 <= wanted <= high + 1e-5


@pytest.mark.parametrize(
    ("score", "stakes"),
    [
        ((0, 0), (1, 3, 6, 9, 12)),
        ((10, 2), (1, 3, 6, 9, 12)),
        ((3, 10), (1, 3, 6, 9)),
        ((9, 10), (1, 3)),
        ((11, 0), (3,)),
    ],
)
def test_stakes_end_where_every_hand_ends_the_match(
    score: tuple[int, int], stakes: tuple[int, ...]
) -> None:
    assert match.stakes_at(Rules(), score) == stakes


def test_a_hand_leads_to_scores_with_the_other_dealer() -> None:
    assert match.needs(Rules(), (9, 10)) == {(10, 10), (11, 9)}
    assert match.needs(Rules(), (11, 7)) == {(10, 11)}


def test_what_is_shipped_is_read_again(
    whole: Campaign, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = tmp_path / "solved-short"
    whole.ship(files)
    table = SolvedEquity.load(files)
    np.testing.assert_array_equal(table.values[:, :, 1], (whole.bounds.low + whole.bounds.high) / 2)
    assert table.to_dict()["error"] == table.error.max()
    Campaign.resumed(RULES, UNTIL).keep()  # begun by somebody before it was shipped
    monkeypatch.setattr(campaign, "shipped", lambda _rules: files)
    assert not Campaign.resumed(RULES, UNTIL).unsolved
    assert Campaign.resumed(RULES, UNTIL / 2).unsolved


def test_equities_are_the_same_for_both_ways_to_look_at_a_score(whole: Campaign) -> None:
    table = SolvedEquity.of(whole.bounds.low, whole.bounds.high, whole.provenance())
    dealing, receiving = table.values[:, :, 0], table.values[:, :, 1]
    np.testing.assert_allclose(dealing + receiving.T, 1)
    middle = (whole.bounds.low + whole.bounds.high) / 2
    assert table.after(2, 1, we_deal=False) == middle[2, 1]
    assert table.after(2, 1, we_deal=True) == 1 - middle[1, 2]
    assert table.error[2, 1, 1] == (whole.bounds.high - whole.bounds.low)[2, 1] / 2
    assert table.after(4, 1, we_deal=True) == 1


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--vira", "4"], "vira: 4"),
        (["--score", "9-8"], "score: 9-8"),
        (["--rules", "online"], "rules: solve"),
        (["--rule", "onze_choice=true"], "rules: match"),
        (["--until", "0"], "until: 0"),
        (["--threads", "0"], "threads: 0"),
    ],
)
def test_what_no_match_has_is_refused_in_a_line(
    options: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["paulista", "solve", "--match", *options]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(f"truco: {said}")
    assert err.count("\n") == 1


def test_one_hand_takes_one_core(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["paulista", "solve", "--vira", "4", "--threads", "0"]) == 2
    told = "threads: 0: only with match: one hand is solved on one core"
    assert capsys.readouterr() == ("", f"truco: {told}\n")


def test_an_unknown_match_has_no_equities() -> None:
    with pytest.raises(PolicyError, match="has not been solved"):
        chosen_equity(Rules(ladder=(1, 3, 6, 9, 11)), 2, "solved", Effort())
    with pytest.raises(PolicyError, match="not of four"):
        chosen_equity(Rules(), 4, "solved", Effort())
    assert chosen_equity(Rules(), 4, None, Effort())[0] == "normal"
    assert chosen_equity(Rules(all_tied="none"), 2, None, Effort(deals=2))[0] == "normal"


def test_a_match_under_way_tells_what_is_solved(capsys: pytest.CaptureFixture[str]) -> None:
    begun = solution(Campaign.resumed(Rules(), 0.5), Rules())
    assert (begun.value, begun.unsolved, begun.iterations) == (None, 143, 0)
    assert begun.to_frame()[["mao", "dealer"]].to_numpy().tolist() == [[11, 11]]
    said = match_solution_sheet(begun, Language.of("en"), Numbers(Language.of("en")))
    assert said.decision == "1 OF 144 SCORES ARE SOLVED"


def test_a_solved_match_tells_its_bounds(whole: Campaign) -> None:
    found = solution(whole, RULES)
    assert found.unsolved == 0
    assert found.low == whole.bounds.low[0, 0] < found.value < found.high
    assert found.exploitability == pytest.approx(found.high - found.low)
    assert len(found.to_frame()) == RULES.target**2
