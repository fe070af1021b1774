"""The independent program itself, against values worked out by hand or published."""

from __future__ import annotations

import random
import subprocess
import sys
from collections import Counter
from fractions import Fraction
from math import comb
from pathlib import Path

import pytest
from naive import (
    COVERED,
    PRESETS,
    TIED,
    UNDECIDED,
    House,
    Node,
    Odds,
    exact,
    exact_cards,
    exact_two_players,
    first_trick,
    judge,
    known,
    manilhas,
    odds,
    pack,
    play_from,
    play_greedy,
    play_hand,
    power,
    powers,
    verdict,
    worlds,
)
from naive_calls import (
    CALLERS,
    accept_values,
    break_even,
    call_values,
    caller_range,
    chances,
    public_holdings,
    public_range,
)
from naive_deals import (
    exact_average,
    one_line,
    order_patterns,
    sample,
    z_score,
)
from naive_perft import perft_lines

GOLDEN = Path(__file__).parent / "golden" / "paulista_perft.txt"
LIMPO = House(deck="limpo")
HALF, QUARTER = Fraction(1, 2), Fraction(1, 4)


def chance(side0: Fraction | int, side1: Fraction | int, undecided: Fraction | int) -> Odds:
    return Odds(Fraction(side0), Fraction(side1), Fraction(undecided))


# ------------------------------------------------------------------------- cards and tricks


@pytest.mark.parametrize(
    ("deck", "vira", "order"),
    [
        ("sujo", "4♦", "5♣ 5♥ 5♠ 5♦ 3 2 A K J Q 7 6 4"),
        ("sujo", "7♣", "Q♣ Q♥ Q♠ Q♦ 3 2 A K J 7 6 5 4"),
        ("sujo", "Q♣", "J♣ J♥ J♠ J♦ 3 2 A K Q 7 6 5 4"),
        ("sujo", "3♣", "4♣ 4♥ 4♠ 4♦ 3 2 A K J Q 7 6 5"),
        ("limpo", "3♥", "Q♣ Q♥ Q♠ Q♦ 3 2 A K J"),
        ("limpo", "K♥", "A♣ A♥ A♠ A♦ 3 2 K J Q"),
        ("mineiro", None, "4♣ 7♥ A♠ 7♦ 3 2 A K J Q 7 6 5 4"),
    ],
)
def test_order_of_cards(deck: str, vira: str | None, order: str) -> None:
    by_power: dict[int, list[str]] = {}
    for card in pack(deck):
        by_power.setdefault(power(card, vira, deck), []).append(card)
    groups = [by_power[value] for value in sorted(by_power, reverse=True)]
    assert [group[0] if len(group) == 1 else group[0][0] for group in groups] == order.split()
    assert len(pack(deck)) == (24 if deck == "limpo" else 40)


@pytest.mark.parametrize(
    ("vira", "cards", "result", "leader"),
    [
        ("4♣", "3♠ 5♦ 3♥ 5♣", 0, 0),
        ("4♣", "3♠ 2♥ 3♥ K♣", 1, 1),
        ("4♣", "3♠ 3♥ Q♥ K♣", TIED, 1),
        ("4♣", "Q♠ J♥ 7♥ 7♣", 0, 2),
        ("A♦", "3♣ A♣ 2♦ K♣", 1, 3),
    ],
)
def test_worked_tricks(vira: str, cards: str, result: int, leader: int) -> None:
    table = list(zip((1, 2, 3, 0), powers(cards.split(), vira), strict=True))
    assert judge(table) == (result, leader)


def test_first_of_the_tied_cards_leads_only_where_the_club_says_so() -> None:
    table = [(1, 2), (2, 8), (3, 8), (0, 4)]
    assert judge(table) == (TIED, 1)
    assert judge(table, "first_tied") == (TIED, 2)


def test_covered_cards_lose_to_open_ones_and_tie_among_themselves() -> None:
    assert judge([(1, COVERED), (0, 0)]) == (0, 0)
    assert judge([(1, COVERED), (0, COVERED)]) == (TIED, 1)


@pytest.mark.parametrize(
    ("tricks", "winner"),
    [
        ("= D", 0), ("D =", 0), ("M D =", 1), ("= = M", 1), ("= = =", 0), ("D M D", 0),
        ("M D D", 0), ("M M", 1), ("D M =", 0), ("= M", 1), ("", None), ("M", None),
        ("=", None), ("M D", None), ("= =", None),
    ],
)  # fmt: skip
def test_worked_hands(tricks: str, winner: int | None) -> None:
    results = ["DM=".index(trick) for trick in tricks.split()]
    assert verdict(results) == winner


def test_three_ties_follow_the_option() -> None:
    ends = [verdict([TIED] * 3, option) for option in ("dealer", "mano", "none")]
    assert ends == [0, 1, UNDECIDED]


# --------------------------------------------------------------------------------- playing


def test_inside_a_hand_by_policy() -> None:
    # The dealer won the first trick and leads; only K-A with 4-5 loses it for him.
    hands = (["K♠", "4♠"], ["A♦", "5♠"])
    ends = [
        play_from(hands, "7♦", policy, results=[0], leader=0)
        for policy in ("random", "greedy", "open")
    ]
    assert ends == [chance(HALF, HALF, 0), chance(0, 1, 0), chance(0, 1, 0)]


def test_open_play_takes_nothing_rather_than_a_loss() -> None:
    hands = (["4♦", "A♦"], ["4♠", "A♠"])
    none = House(all_tied="none")
    by_luck = play_from(hands, "7♦", "random", none, results=[TIED])
    assert by_luck == chance(QUARTER, QUARTER, HALF)
    assert play_from(hands, "7♦", "open", none, results=[TIED]) == chance(0, 0, 1)
    assert play_from(hands, "7♦", "open", results=[TIED]) == chance(1, 0, 0)
    better = play_from(
        (["A♦", "2♦"], ["2♠"]), "7♦", "open", none, results=[TIED], table=[(1, "A♠")]
    )
    assert better == chance(1, 0, 0)


def test_a_covered_card_on_the_table_loses() -> None:
    end = play_from((["4♦"], []), "7♦", "greedy", results=[1, 0], table=[(1, None)])
    assert end == chance(1, 0, 0)


@pytest.mark.parametrize(
    ("hand", "table", "card"),
    [
        ((2, 7, 12), [], 12),  # lead the strongest
        ((2, 7, 12), [(1, 6)], 7),  # the lowest that beats
        ((2, 7), [(3, 7)], 7),  # else the lowest that equals
        ((2, 6), [(3, 7)], 2),  # else the lowest
        ((2, 7), [(2, 6), (3, 5)], 2),  # my partner holds the trick
        ((2, 7), [(2, 6), (3, 6)], 7),  # but not alone
    ],
)
def test_greedy(hand: tuple[int, ...], table: list[tuple[int, int]], card: int) -> None:
    node = Node((hand, (), (), ()), (), tuple(table))
    assert list(play_greedy(node, 0)) == [card]


def test_open_play_does_not_mix() -> None:
    with pytest.raises(ValueError, match="all seats"):
        play_from((["4♦"], ["5♦"]), "7♦", ("open", "random"), results=[0, 1])


def test_four_player_expectation_is_what_random_lines_give() -> None:
    house = House(players=4, all_tied="none")
    hands = [["7♣", "3♠", "K♣"], ["3♥", "K♥", "Q♠"], ["3♦", "6♦", "2♣"], ["2♥", "7♠", "J♣"]]
    chances_here = play_hand(hands, "4♦", "random", house)
    assert sum(chances_here) == 1
    node, rng = Node(tuple(powers(hand, "4♦") for hand in hands)), random.Random(1)
    lines = Counter(one_line(node, "random", house, rng) for _ in range(4000))
    for seen, expected in zip(odds(lines, house), chances_here, strict=True):
        assert abs(z_score(seen, 4000, expected)) < 4


# ---------------------------------------------------------------------------- known numbers


def test_average_of_random_play() -> None:
    hand, trick = exact_average("random", "none")
    assert [round(float(chance), 6) for chance in hand] == [0.499834, 0.499834, 0.000331]
    assert trick.undecided == Fraction(51, 741)
    assert sum(hand) == 1


def test_every_deal_is_counted_once() -> None:
    copies = Counter(powers([card for card in pack() if card != "4♦"], "4♦"))
    patterns = order_patterns([copies[value] for value in sorted(copies)])
    assert patterns.total() == comb(39, 3) * comb(36, 3)


@pytest.mark.parametrize(
    ("policy", "deals"), [("random", 10000), ("greedy", 10000), ("open", 2000)]
)
@pytest.mark.parametrize("house", [House(all_tied="none"), PRESETS["mineiro"]])
def test_averages_and_samples_agree(policy: str, deals: int, house: House) -> None:
    expected, trick = exact_average(policy, "none", house)
    tally = sample(deals, policy, house, seed=3)
    pairs = list(zip(odds(tally, house)[:2], expected, strict=False))
    if policy != "open":
        pairs += zip(first_trick(tally), trick, strict=True)
    assert all(abs(z_score(seen, deals, chance)) < 4 for seen, chance in pairs)


def test_average_is_the_mean_over_hands() -> None:
    viras = [card for card in pack("limpo") if card[1] == "♥"]
    tables = [chances(known((), vira, 2, house=LIMPO), "greedy") for vira in viras]
    mean = sum(sum(table.values(), Fraction(0)) / len(table) for table in tables) / len(tables)
    assert mean == exact_average("greedy", "dealer", LIMPO)[0].side1


def test_chances_of_manilhas() -> None:
    special = set(manilhas("4♦"))
    holdings = public_holdings(known((), "4♦", 1))
    some = [hand for hand in holdings if special & set(hand)]
    assert Fraction(len(some), len(holdings)) == Fraction(2594, 9139)
    zap = [hand for hand in holdings if "5♣" in hand]
    assert Fraction(len(zap), len(holdings)) == Fraction(1, 13)
    theirs = [node.hands[0] for node in worlds(known(["4♠", "6♦", "K♥"], "4♦", 1))]
    some_of_theirs = [hand for hand in theirs if max(hand) >= 10]
    assert len(theirs) == comb(36, 3)
    assert Fraction(len(some_of_theirs), len(theirs)) == Fraction(109, 357)


@pytest.mark.parametrize(("policy", "played_2", "played_3"), [
    ("greedy", "", ""), ("open", "A♦ 6♦", "2♦ 7♦"), ("random", "A♦ 6♦", "2♦ 7♦"),
])  # fmt: skip
def test_vira_2_and_vira_3_are_the_same_game(policy: str, played_2: str, played_3: str) -> None:
    # Under both the vira's rank stands on top of the ordinary ones: shift every rank by one.
    under_2 = exact_two_players(["4♠", "A♦", "7♣"], "2♥", 1, policy, played=played_2)
    under_3 = exact_two_players(["5♠", "2♦", "Q♣"], "3♥", 1, policy, played=played_3)
    assert under_2 == under_3
    assert 0 < under_2.win < 1


# -------------------------------------------------------------------------- what one player knows


def test_zap_after_winning_the_first_trick_cannot_lose() -> None:
    for policy in ("random", "greedy", "open"):
        assert exact_two_players(["3♠", "4♠", "5♣"], "4♦", 1, policy, played="3♠ K♦").win == 1


def test_reading_a_situation() -> None:
    online = PRESETS["online"]
    played = "3♠ truco ok 3♦ / K♣ xx / x4♠"
    state = known(["3♠", "K♣", "4♠"], "7♥", 1, played, ["Q♣"], house=online)
    assert state.results == (TIED, 1)
    assert state.table == ((1, COVERED),)
    assert (state.mine, state.left, state.leader) == ((), (1, 0), 1)
    assert state.shown == {"7♥", "3♠", "3♦", "K♣"}
    assert state.private == {"4♠", "Q♣"}
    assert len(state.unseen()) == 34


def test_chances_add_up_along_the_play() -> None:
    mine = ["A♠", "J♦", "3♦"]
    at_once = exact_two_players(mine, "K♦", 1, "random", house=LIMPO)
    cards = exact_cards(known(mine, "K♦", 1, house=LIMPO), "random")
    assert sum(value.win for value in cards.values()) / 3 == at_once.win
    as_dealer = exact_two_players(mine, "K♦", 2, "random", house=LIMPO)
    unseen = known(mine, "K♦", 2, house=LIMPO).unseen()
    after = [exact_two_players(mine, "K♦", 2, "random", (), c, LIMPO).win for c in unseen]
    assert sum(after) / len(unseen) == as_dealer.win


def test_four_players_late_in_a_hand() -> None:
    house = House(players=4, deck="limpo")
    played = "3♠ Q♦ J♦ 3♥ / 2♠ 2♥ J♠ Q♠"
    state = known(["3♠", "2♠", "K♠"], "K♥", 1, played, house=house)
    assert state.results == (TIED, TIED)
    answer = exact(state, "random")
    seen = odds(sample(4000, "random", state, seed=5), house).side1
    assert abs(z_score(seen, 4000, answer.win)) < 4
    helped = known(["3♠", "2♠", "K♠"], "K♥", 1, played, (), ["A♣"], house)
    assert exact(helped, "random").win == 1


# ------------------------------------------------------------------------------------ calls


def test_shares_of_a_caller_are_exact() -> None:
    state = known(["3♠", "K♦", "5♣"], "4♥", 2)
    shares, rank = public_range(state, "greedy", 0.25, 0.1), chances(state, "greedy")
    assert sum(share.calls for share in shares.values()) == Fraction(9139, 4)
    assert sum(share.bluffs for share in shares.values()) == Fraction(9139 * 3, 40)
    border = {rank[hand] for hand, share in shares.items() if 0 < share.calls < 1}
    assert len(border) == 1
    edge = border.pop()
    assert all((share.calls == 1) == (rank[hand] > edge) for hand, share in shares.items())
    assert len({share for hand, share in shares.items() if rank[hand] == edge}) == 1
    mine = caller_range(state, "greedy", 0.25, 0.1)
    assert len(mine) == comb(36, 3)
    assert all(shares[hand] == share for hand, share in mine.items())


@pytest.mark.parametrize("policy", ["random", "greedy", "open"])
@pytest.mark.parametrize("played", ["", "3♠", "3♠ A♦ /"])
def test_ranking_is_his_chance_against_an_unknown_hand(policy: str, played: str) -> None:
    dealt = ["3♠", "K♦", "J♣"]
    table = chances(known(dealt, "Q♥", 1, played, house=LIMPO), policy)
    his = ("A♦", "J♦", "K♣")
    by_cards = exact_two_players(his, "Q♥", 2, policy, played=played, house=LIMPO).win
    held = [card for card in his if card not in played]
    assert next(value for hand, value in table.items() if set(hand) == set(held)) == by_cards


def test_random_caller_says_nothing() -> None:
    mine = ["3♠", "K♦", "J♣"]
    answer = accept_values(known(mine, "Q♥", 2, house=LIMPO), "random", 4, *CALLERS["random"])
    assert answer.win == exact_two_players(mine, "Q♥", 2, "random", house=LIMPO).win
    assert answer.run == -9
    assert answer.accept == 12 * (2 * answer.win - 1)
    assert answer.raise_ is None


def test_last_trick_worked_by_hand() -> None:
    # He won the first trick, so he wins ties: of his 34 possible cards 13 beat my ace.
    state = known(["2♥", "K♠", "A♦"], "4♦", 2, "3♠ 2♥ / Q♠ K♠ /")
    play, call = call_values(state, "greedy", 0, (0.5, 0.1))
    assert play == Fraction(21 - 13, 34)
    # 17.5 of the weight runs, 13 accepts (9.5 of it beats me), 3.5 re-raises and I run.
    assert call == Fraction(175 + 3 * (35 - 95) - 3 * 35, 340)
    # He calls with manilhas and threes, 7 of 12 times with a two; one tenth of the rest bluffs.
    # In thousandths: 11275 of weight calls, I beat 2100 of it.
    answer = accept_values(state, "greedy", 1, 0.25, 0.1, (0.5, 0.1))
    win = Fraction(2100, 11275)
    assert answer[:3] == (win, Fraction(0), Fraction(-1))
    assert answer.accept == 3 * (2 * win - 1)
    # Against seis 55875 ten-thousandths run, 45500 accept and 11375 re-raise, all beating me.
    assert answer.raise_ == Fraction(3 * 55875 - 6 * 45500 - 6 * 11375, 112750)


def test_answers_to_a_sure_winner() -> None:
    # As above, but I hold the zap: in thousandths 5687.5 run, 4550 accept, 137.5 re-raise.
    state = known(["2♥", "K♠", "5♣"], "4♦", 2, "3♠ 2♥ / Q♠ K♠ /")
    over_seis = accept_values(state, "greedy", 2, 0.25, 0.1, (0.5, 0.1))
    assert (over_seis.win, over_seis.accept) == (Fraction(1), Fraction(6))
    assert over_seis.raise_ == Fraction(6 * 56875 + 9 * 45500 + 12 * 1375, 103750)
    over_nove = accept_values(state, "greedy", 3, 0.25, 0.1, (0.5, 0.1))
    assert over_nove.raise_ == Fraction(9 * 56875 + 12 * 46875, 103750)


def test_undecided_hands_score_nothing() -> None:
    # After two ties 23 of his cards lose to my ace, 3 tie for good, and 8 beat it.
    none = House(all_tied="none")
    state = known(["3♦", "2♦", "A♦"], "4♦", 2, "3♠ 3♦ / 2♠ 2♦ /", house=none)
    answer = accept_values(state, "random", 1, *CALLERS["random"])
    assert answer[:2] == (Fraction(23, 34), Fraction(3, 34))
    assert answer.accept == Fraction(3 * (23 - 8), 34)
    assert break_even(none.ladder, 1, answer.undecided) == Fraction(59, 34 * 6)


def test_break_evens() -> None:
    ladder = House().ladder
    thresholds = [break_even(ladder, step) for step in (1, 2, 3, 4)]
    assert thresholds == [Fraction(1, 3), Fraction(1, 4), Fraction(1, 6), Fraction(1, 8)]


# ------------------------------------------------------------------------------------ perft


def test_golden_counts_of_legal_actions() -> None:
    golden = GOLDEN.read_text(encoding="utf-8").splitlines()
    now = list(perft_lines(most=1000))
    assert len(golden) == len(now)
    for old, new in zip(golden, now, strict=True):
        assert old == new or old.startswith(new + " ")


def test_the_command_wants_its_word() -> None:
    program = Path(__file__).with_name("naive.py")
    done = subprocess.run([sys.executable, program], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "perft" in done.stderr
