"""What an answer looks like: numbers that claim no more than is known, and lines that fit."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from analyzer import paulista
from analyzer.core.errors import InputError
from analyzer.core.estimate import Estimate
from analyzer.report.language import Language
from analyzer.report.text.frame import frame_text
from analyzer.report.text.numbers import Numbers
from analyzer.report.text.paulista import SHEETS
from analyzer.report.text.paulista.writer import Writer
from analyzer.report.text.plain import plain
from analyzer.report.text.sheet import Block, Grid, Line, Sheet, Tone
from analyzer.report.text.terminal import render

EN, PT = Numbers(Language.of("en")), Numbers(Language.of("pt"))
PLAIN = Numbers(Language.of("en"), ascii=True)

SHEET = Sheet(
    subject=("4♣ 7♦ 2♥", "vira 7♠"),
    decision="RAISE to seis",
    tone=Tone.RAISE,
    reason="better than “fold” by −0.5",
    blocks=(
        Block("", (Line("wins", "50%", bar=0.5),)),
        Block("values", (Line("run", "-1"), Line("raise", "+1", "±0.1", best=True))),
    ),
    remarks=("Remark.",),
    warnings=("Warning.",),
    basis=("exact", "traditional rules"),
)


@pytest.fixture(autouse=True)
def no_surroundings(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("NO_COLOR", "FORCE_COLOR", "COLUMNS", "TERM"):
        monkeypatch.delenv(name, raising=False)


@pytest.mark.parametrize(
    ("value", "written"),
    [
        (0.0, "0%"),
        (1.0, "100%"),
        (1 + 1e-15, "100%"),
        (1e-9, "<0.01%"),
        (1 - 1e-9, ">99.99%"),
        (0.99994, "99.99%"),
        (0.38812, "38.81%"),
        (0.00004, "<0.01%"),
        (0.5, "50.00%"),
    ],
)
def test_only_what_is_certain_is_written_so(value: float, written: str) -> None:
    assert EN.chance(Estimate.exact(value)) == (written, "")


@given(st.integers(1, 10**6), st.integers(1, 10**6))
def test_a_sampled_chance_is_never_certain(won: int, lost: int) -> None:
    estimate = Estimate.proportion(won, won + lost)
    assert EN.chance(estimate)[0] not in ("0%", "100%")


def test_a_mean_has_no_sign_and_the_decimals_of_its_error() -> None:
    assert EN.mean(Estimate(36.129, 36.009, 36.249, 0.06)) == ("36.13", "±0.12")
    assert PT.mean(Estimate.exact(36.5)) == ("36,50", "")


@pytest.mark.parametrize(
    ("won", "deals", "written"),
    [
        (388, 1000, ("38.80%", "±3.01")),
        (388_000, 1_000_000, ("38.80%", "±0.10")),
        (38_812_345, 100_000_000, ("38.81%", "±0.01")),
        (3_881_234_500, 10_000_000_000, ("38.812%", "±0.001")),
        (31, 32, ("96.88%", "84.26–99.45")),
        (1, 1000, ("0.10%", "0.02–0.56")),
        (0, 1000, ("<0.38%", "")),
        (1000, 1000, (">99.62%", "")),
    ],
)
def test_sampled_chances_have_the_decimals_of_their_error(
    won: int, deals: int, written: tuple[str, str]
) -> None:
    assert EN.chance(Estimate.proportion(won, deals)) == written


@pytest.mark.parametrize(
    ("value", "written"), [(1.234, "+1.23"), (-1.0, "−1.00"), (0.0, "0.00"), (-0.001, "0.00")]
)
def test_points_have_a_sign(value: float, written: str) -> None:
    assert EN.points(Estimate.exact(value)) == (written, "")
    assert PLAIN.points(Estimate.exact(value))[0] == written.replace("−", "-")


def test_sampled_points() -> None:
    estimate = Estimate(1.2345, 1.2245, 1.2445, 0.005)
    assert EN.points(estimate) == ("+1.23", "±0.01")
    assert PT.points(estimate) == ("+1,23", "±0,01")
    assert PLAIN.points(estimate) == ("+1.23", "+/-0.01")


@pytest.mark.parametrize(
    ("share", "written"), [(0.25, "25%"), (0.1, "10%"), (0.025, "2.5%"), (1, "100%")]
)
def test_shares_are_written_as_they_were_given(share: float, written: str) -> None:
    assert EN.share(share) == written


def test_the_order_of_a_sheet() -> None:
    text = render(SHEET, width=60)
    order = ("4♣", "RAISE", "better", "wins", "values", " run ", "▶ raise", "Remark", "Warning")
    positions = [text.index(word) for word in (*order, "exact", "traditional")]
    assert positions == sorted(positions)


@pytest.mark.parametrize("width", [30, 40, 60, 80, 200])
@pytest.mark.parametrize("ascii", [True, False])
def test_lines_fit(width: int, ascii: bool) -> None:
    text = render(SHEET, width=width, ascii=ascii)
    # Signs of several letters stand for one in ASCII: ± and quotation marks.
    assert max(map(len, text.splitlines())) <= width + 4 * ascii
    assert all(word in text for word in ("RAISE", "50%", "+1", "exact", "traditional"))


@pytest.mark.parametrize("width", [30, 43, 44, 60])
def test_columns_of_a_grid_that_do_not_fit_follow_below(width: int) -> None:
    cells = tuple((f"{column:02}", column / 12) for column in range(12))
    grid = Grid("title", ("name", *map(str, range(12))), (("row", cells),))
    text = render(replace(SHEET, grids=(grid,)), width=width)
    shown = text[text.index("title") :]
    assert all(f" {column:02}" in shown for column in range(12))
    assert "…" not in shown
    assert shown.count("row") == {30: 2, 43: 2, 44: 1, 60: 1}[width]


def test_bars() -> None:
    def bar(share: float, *, ascii: bool) -> str:
        block = Block("", (Line("x", "", bar=share),))
        sheet = Sheet(subject=(), decision="D", tone=Tone.GO, blocks=(block,))
        lines = render(sheet, width=80, ascii=ascii).splitlines()
        return next(line for line in lines if line.strip().startswith("x ")).split()[-1]

    assert bar(0.5, ascii=True) == "#" * 18 + "." * 18
    assert bar(0.0, ascii=True) == "." * 36
    assert bar(1.0, ascii=False) == "█" * 36
    assert bar(7.0, ascii=False) == "█" * 36
    assert bar(0.5, ascii=False) == "█" * 18 + "─" * 18
    assert bar(0.51, ascii=False) == "█" * 18 + "▍" + "─" * 17


@pytest.mark.parametrize("ascii", [True, False])
def test_colours(ascii: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm-256color")
    assert "\x1b[1;33m" in render(SHEET, width=60, ascii=ascii)
    assert "\x1b" not in render(SHEET, width=60, ascii=ascii, color=False)
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b" not in render(SHEET, width=60, ascii=ascii)


def test_text_of_others_is_no_markup() -> None:
    sheet = Sheet(subject=("[red]4♣[/red] :smile:",), decision="[bold]D", tone=Tone.GO)
    text = render(sheet, width=60)
    assert "[red]4♣[/red] :smile:" in text
    assert "[bold]D" in text


def test_plain() -> None:
    assert plain("4♣ 7♥ A♠ K♦ ± não “É” · −1…") == '4p 7c Ae Ko +/- nao "E" | -1...'
    assert plain("日\udcff") == "\\u65e5\\udcff"


def sheet_of(question: str, *given: Any, **options: Any) -> Sheet:
    result = getattr(paulista, question)(*given, **options)
    return SHEETS[question](result, EN.language, EN)


def test_a_raise_names_the_next_call() -> None:
    sheet = sheet_of("accept", "3♠ K♦ 5♣", vira="4♥", call="seis", stake=3)
    assert sheet.decision == "RAISE to nove"
    assert [line.name for line in sheet.blocks[1].lines] == ["run", "accept", "raise to nove"]
    assert [line.best for line in sheet.blocks[1].lines] == [False, False, True]


def test_what_is_known_is_in_the_subject() -> None:
    sheet = sheet_of(
        "hand",
        "7♣ 3♠ 2♥",
        vira="6♠",
        players=4,
        position=3,
        partner="7♥",
        seen="4♦",
        played="K♦ A♦",
        score="9-8",
        play="greedy",
        deals=1000,
    )
    assert sheet.subject == (
        "7♣ (zap) 3♠ 2♥",
        "vira 6♠",
        "9-8",
        "you play third of 4",
        "partner: 7♥ (copeta)",
        "out: 4♦",
        "played: K♦ A♦",
    )


def test_what_an_answer_rests_on() -> None:
    options = {"play": "greedy/random", "rules": "online", "rule": "covered=follow"}
    sheet = sheet_of("hand", "7♣ 3♠ 2♥", vira="6♠", **options)
    assert sheet.basis[0].startswith("exact: all ")
    assert sheet.basis[1:] == ("you play greedy, they random", "online rules, covered=follow")
    sampled = sheet_of("hand", "7♣ 3♠ 2♥", vira="6♠", play="greedy", deals=5000, seed=9)
    assert sampled.basis[0] == "5,000 deals sampled (seed 9), ± at 95%"
    mineiro = sheet_of("hand", "7♣ 3♠ 4♣", rules="mineiro", rule="ladder=2,4,8,10,12")
    assert mineiro.basis[-1] == "mineiro rules, ladder=2,4,8,10,12"
    assert mineiro.subject[0] == "7♣ 3♠ 4♣ (zap)"


def test_a_partner_who_is_not_known_is_told() -> None:
    asked: dict[str, Any] = {"vira": "4♥", "call": "truco", "players": 4, "deals": 2000}
    notes = [
        sheet_of("accept", "3♠ K♦ 5♣", **asked, partner=partner).basis
        for partner in ("", "3♦", "3♦ 3♥ 2♣")
    ]
    assert any("cards are not known: decided on your own" in line for line in notes[0])
    assert any("other cards are not known" in line for line in notes[1])
    assert not any("not known" in line for line in notes[2])
    hand: dict[str, Any] = {"vira": "4♥", "deals": 100}
    assert any(
        "not known" in line for line in sheet_of("hand", "3♠ K♦ 5♣", **hand, players=4).basis
    )
    assert not any("not known" in line for line in sheet_of("hand", "3♠ K♦ 5♣", **hand).basis)


def test_flips_in_words() -> None:
    """The nearest rates below and above, each with what is best beyond it."""
    asked: dict[str, Any] = {"vira": "4♥", "call": "truco", "play": "greedy"}
    for hand in ("3♠ 3♦ 7♣", "2♠ K♦ 2♣", "3♠ K♦ 7♣", "A♠ 2♦ 3♣"):
        result = paulista.accept(hand, caller="calls=0.2,bluffs=0.3", **asked)
        remarks = SHEETS["accept"](result, EN.language, EN).remarks
        if not result.flips:
            assert remarks == (f"However much he bluffs, “{result.action}” stays the best.",)
            continue
        for flip, remark in zip(result.flips, remarks, strict=True):
            above = flip.bluffs > 0.3
            assert f"with {'more' if above else 'less'} than" in remark
            assert f"{100 * flip.bluffs:.1f}%" in remark
            action = {"raise": "raise to seis"}.get(
                name := flip.above if above else flip.below, name
            )
            assert remark.endswith(f": {action}.")


def test_some_hand_has_a_flip() -> None:
    asked: dict[str, Any] = {"vira": "4♥", "call": "truco", "play": "greedy"}
    hands = ("3♠ 3♦ 7♣", "2♠ K♦ 2♣", "3♠ K♦ 7♣", "A♠ 2♦ 3♣")
    assert any(paulista.accept(hand, **asked).flips for hand in hands)


@pytest.fixture
def write() -> Writer:
    return Writer(paulista.hand("7♣ 3♠ 2♥", vira="6♠", play="greedy"), EN.language, EN)


@pytest.mark.parametrize(
    ("ahead", "half_width", "unit", "reason"),
    [
        (0.0, 0.0, "points", "worth as much as “stay”"),
        (0.0, 0.1, "points", "worth as much as “stay”"),
        (0.05, 0.1, "points", "as good as “stay”, as far as this sample tells"),
        (0.25, 0.1, "points", "better than “stay” by 0.25 points"),
        (0.25, 0.0, "match", "better than “stay” by 25.00 percentage points"),
    ],
)
def test_by_how_much_an_action_is_best(
    ahead: float, half_width: float, unit: str, reason: str, write: Writer
) -> None:
    def near(value: float) -> Estimate:
        return Estimate(value, value - half_width, value + half_width, half_width / 2)

    found = {"run": near(0.0), "accept": near(0.5), "raise": near(0.5 + ahead)}
    names = {"run": "leave", "accept": "stay", "raise": "raise"}
    assert write.reason(found, names, "raise", unit) == reason


@pytest.mark.parametrize(
    ("share", "written"), [(-0.2, "0%"), (0.25, "25.00%"), (1.0, "100%"), (1.2, "more than 100%")]
)
def test_what_is_needed_is_a_chance(share: float, written: str, write: Writer) -> None:
    line = write.needed(share)
    assert line.value == written
    assert line.bar is None or 0 <= line.bar <= 1


def test_a_policy_that_does_not_play_the_best_card_is_told_of() -> None:
    asked: dict[str, Any] = {"vira": "7♠", "play": "random/expert"}
    block = sheet_of("hand", "4♣ 7♦ 2♥", **asked).blocks[0]
    assert [line.name for line in block.lines][3:] == ["as random would play"]
    assert [line.best for line in block.lines] == [True, False, False, False]
    assert all(line.note.startswith("−") for line in block.lines[1:3])


def test_match_tells_both_dealers() -> None:
    dealing, not_dealing = sheet_of("match").grids
    of_eleven = [grid.rows[11][1] for grid in (dealing, not_dealing)]
    assert of_eleven[0][0][1] == paulista.match().equity[11][0][0]
    assert of_eleven[1][0][1] == paulista.match().equity[11][0][1]
    assert dealing != not_dealing


def test_a_match_at_one_score_is_told_alone() -> None:
    result = paulista.match(score="9-8")
    sheet = SHEETS["match"](result, EN.language, EN)
    (block,) = sheet.blocks
    chance, half = result.equity[9][8], 1.96 * result.std_error[9][8][0]
    assert sheet.decision == f"AT 9-8, DEALING, YOU WIN {chance[0]:.2%}"
    assert (block.title, sheet.grids) == ("at 9-8", ())
    assert block.lines[0].error == f"±{half:.2%}".rstrip("%")
    assert [line.value for line in block.lines] == [f"{one:.2%}" for one in chance]
    with pytest.raises(InputError, match="score: 12-3: us-them, each from 0 to 11"):
        paulista.match(score="12-3")


def test_rows_beyond_the_most_are_counted() -> None:
    frame = paulista.table("positions", play="greedy")
    same, _, header, _, first, hint = frame_text(frame, EN, most=1).splitlines()
    assert same.split() == ["players", "2", "·", "policy", "greedy", "·", "undecided", "0%"]
    assert header.split() == ["position", "win"]
    assert first.split()[0] == "1"
    assert hint == " 1 more rows; --out FILE.csv has all"
    assert frame_text(frame, EN, most=2) == frame_text(frame, EN)


def test_rare_rows_are_counted_where_rows_are_few() -> None:
    frame = pd.DataFrame({"number": [0, 1, 2], "share": [0.5, 0.4951, 0.0049]})
    *_, last, hint = frame_text(frame, EN, most=3).splitlines()
    assert last.split() == ["1", "49.51%"]
    assert hint == " 1 more rows; --out FILE.csv has all"
    assert "0.49%" in frame_text(frame, EN)
    alike = frame.assign(share=0.0001)
    assert frame_text(alike, EN, most=3) == frame_text(alike, EN)


def test_what_tells_no_rows_apart_stands_above_them() -> None:
    frame = paulista.table("manilhas", play="greedy", position=1)
    text = frame_text(frame, PLAIN).splitlines()
    assert text[0] == " players 2  |  position 1  |  policy greedy  |  undecided 0%"
    assert text[2].split() == ["holding", "win", "share"]
    single = frame_text(frame.head(1), PLAIN).splitlines()
    assert single[0].split()[:4] == ["players", "position", "policy", "holding"]


def test_the_expert_comes_first() -> None:
    lines = frame_text(paulista.table("positions", position=1), EN).splitlines()
    assert [line.split()[0] for line in lines[4:]] == ["expert", "random", "greedy", "open"]


@pytest.mark.parametrize("width", [24, 40, 80])
def test_wide_tables_fold_beside_what_names_their_rows(width: int) -> None:
    frame = paulista.table("first-trick", play="greedy")
    lines = frame_text(frame, EN, width=width).splitlines()[2:]
    whole = frame_text(frame, EN).splitlines()[2:]
    heads = [line.split() for line in lines if line.startswith(" position")]
    assert len(heads) == {24: 2, 40: 1, 80: 1}[width]
    assert all(head[:2] == ["position", "first"] for head in heads)
    assert [name for head in heads for name in head[2:]] == whole[0].split()[2:]
    assert all(len(line) <= width for line in lines)


def test_what_was_asked_breaks_between_phrases_only() -> None:
    for width in (30, 60):
        sheet = replace(SHEET, subject=("4♣ 7♦ 2♥", "vira 7♠", "you play last of 2 (pé)") * 2)
        lines = render(sheet, width=width).splitlines()
        asked = lines[1 : next(at for at, line in enumerate(lines) if "┏" in line)]
        phrases = [phrase.strip() for line in asked for phrase in line.split("·")]
        assert phrases == list(sheet.subject)
        assert all(len(line) <= width for line in asked)


def test_a_random_caller_bluffs_no_rate() -> None:
    sheet = sheet_of("accept", "3♠ K♦ 5♣", vira="4♥", call="truco", caller="random")
    assert sheet.remarks == ()
    assert "caller: any hand" in sheet.basis


def test_whoever_would_lose_the_match_by_running_is_not_said_to_run() -> None:
    asked: dict[str, Any] = {"vira": "4♥", "play": "greedy"}
    raised = "raised, he stays, for running would lose him the match; raises with the best 10%"
    called = "called, they stay, for running would lose them the match; raise with the best 10%"
    assert raised in sheet_of("accept", "3♠ K♦ 5♣", **asked, call="truco", score="9-8").basis
    assert called in sheet_of("call", "3♠ K♦ 5♣", **asked, score="9-8", stake=3).basis
    early = sheet_of("accept", "3♠ K♦ 5♣", **asked, call="truco", score="8-8").basis
    assert any("stays with the best 50%" in line for line in early)


def test_a_raise_that_hangs_on_those_who_run_says_so() -> None:
    asked = {"vira": "4♥", "call": "truco", "score": "4-10", "position": 1, "equity": "normal"}
    raising = sheet_of("accept", "7♠ J♦ 6♣", **asked)
    assert raising.decision == "RAISE to seis"
    assert raising.remarks[0] == (
        "“raise to seis” pays only while he stays with less than 54.7% of his calls. "
        "Taken: 50%; --answers says otherwise."
    )
    assert raising.remarks[1:] == ("The bluff rate does not change that.",)
    calling = sheet_of("call", "4♠ 4♦ 7♣", vira="4♥", answers=(0.3, 0.1))
    (remark,) = calling.remarks
    assert remark.startswith("“call truco” pays only while they stay with less than 43.1% of ")
    assert "Taken: 30%" in remark
    assert sheet_of("call", "4♠ 4♦ 7♣", vira="4♥").remarks == ()


def test_sides_that_play_unlike_are_told_apart() -> None:
    sheet = sheet_of("simulate", play="expert/greedy", deals=1000)
    assert sheet.decision.startswith("THE MÃO'S SIDE (expert) WINS ")
    assert [line.name for line in sheet.blocks[0].lines] == [
        "the mão's side (expert)",
        "the dealer's side (greedy)",
    ]
    assert "the mão's side plays expert, the dealer's greedy" in sheet.basis
    alike = sheet_of("simulate", play="greedy", deals=1000)
    assert alike.decision.startswith("THE MÃO'S SIDE WINS ")
    assert "all play greedy" in alike.basis


def test_sides_that_call_unlike_are_told_apart() -> None:
    sheet = sheet_of("simulate", play="greedy", profile="tight/loose", deals=1000)
    assert sheet.basis[-3:-1] == (
        "calls of the mão's side (tight): the best 12% of all hands, 2% of the rest as bluffs",
        "calls of the dealer's side (loose): the best 45% of all hands, 20% of the rest as bluffs",
    )
    alike = sheet_of("simulate", play="greedy", profile="tight", deals=1000)
    assert alike.basis[-2].startswith("caller (tight): the best 12%")


def test_a_match_between_unlike_sides_is_told_as_mine() -> None:
    order: dict[str, Any] = {"rule": "ladder=2,4,8,10,12", "play": "greedy", "deals": 4096}
    sheet = sheet_of("match", profile="tight/random", **order)
    assert sheet.decision.startswith("AT 0-0, DEALING, YOU WIN ")
    assert sheet.basis[-3:-1] == (
        "your calls (tight): the best 12% of all hands, 2% of the rest as bluffs",
        "their calls: any hand",
    )
    assert sheet_of("match").decision.startswith("AT 0-0 THE DEALER'S SIDE WINS ")


def test_only_scores_that_can_be_reached_are_shown() -> None:
    even = sheet_of("match", rules="mineiro").grids[0]
    assert even.columns[1:] == tuple(row[0] for row in even.rows) == ("0", "2", "4", "6", "8", "10")
    assert len(sheet_of("match").grids[0].rows) == 12


def test_who_of_two_opponents_calls() -> None:
    asked: dict[str, Any] = {"vira": "4♥", "call": "truco", "deals": 2000, "play": "greedy"}
    four = sheet_of("accept", "3♠ K♦ 5♣", **asked, players=4, position=3)
    assert "truco called by position 2" in four.subject
    assert "truco called" in sheet_of("accept", "3♠ K♦ 5♣", **asked).subject
    later = {**asked, "call": None, "position": 1, "played": "3♠ 2♦ A♠ truco"}
    assert (
        "truco called by position 4" in sheet_of("accept", "3♠ K♦ 5♣", **later, players=4).subject
    )


def test_calls_are_worth_what_the_ladder_says() -> None:
    sheet = sheet_of("accept", "7♣ 3♠ 4♣", rules="mineiro", call="seis", stake=4, play="greedy")
    assert [line.name for line in sheet.blocks[1].lines][2:] == ["raise to nove (10)"]
    assert "seis called" in sheet.subject
    calling = sheet_of("call", "7♣ 3♠ 4♣", rules="mineiro", play="greedy")
    assert calling.blocks[1].lines[1].name == "call truco (4)"


@pytest.mark.parametrize("play", ["random", "greedy/random", "greedy"])
def test_a_deal_that_may_be_played_in_many_ways_is_not_told_as_many(play: str) -> None:
    method = sheet_of("hand", "7♣ 3♠ 2♥", vira="6♠", play=play).basis[0]
    assert method == (
        "exact: all 7,140 deals counted" if play == "greedy" else "exact: all deals counted"
    )
