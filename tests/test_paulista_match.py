"""Whole matches: what never breaks whatever is played, and two that can be read.

``python tests/test_paulista_match.py`` prints ``golden/paulista_match.txt``.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from itertools import product
from pathlib import Path

import naive
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from paulista_table import TRADITIONAL, card, cards, fresh_match

from analyzer.core.errors import InputError, RuleError
from analyzer.paulista.cards import DECK, deck_cards, strength_of_cards
from analyzer.paulista.referee import (
    ANSWERS,
    CUTS,
    ONZES,
    Action,
    Hand,
    Match,
    act,
    legal_actions,
    play_match,
)
from analyzer.paulista.rules import Rules
from analyzer.truco.tricks import TIED

GOLDEN = Path(__file__).parent / "golden" / "paulista_match.txt"

rules_of_every_kind = st.builds(
    replace,
    st.sampled_from(list(Rules.presets.values())),
    cut=st.sampled_from(["none", "peek"]),
    tie_lead=st.sampled_from(["leader", "first_tied"]),
    all_tied=st.sampled_from(["dealer", "none", "mano"]),
    covered=st.sampled_from(["never", "follow", "any"]),
    swap_on_call=st.booleans(),
    onze_choice=st.booleans(),
    onze_call=st.sampled_from(["loses", "illegal"]),
)
seeds = st.integers(0, 2**32 - 1)
scores = st.tuples(st.integers(0, 11), st.integers(0, 11))


# What never breaks


class Bookkeeper:
    """Writes down by simple rules what a match may look like, to compare it with.

    It knows the hands that were dealt and what was done, and works out for itself
    whose turn it is, what he holds, who may call and who must answer.
    """

    def __init__(self, match: Match) -> None:
        self.match = match
        self.rules = match.rules
        self.dealt: dict[int, list[int]] = {}
        self.step = 0
        self.right = {0, 1}
        self.called: int | None = None  # the side that must answer

    def begin(self) -> None:
        """Note a deal."""
        match = self.match
        self.dealt = {
            match.player_at(seat): list(held) for seat, held in enumerate(match.hand.held)
        }
        self.step, self.right, self.called = 0, {0, 1}, None

    def do(self, player: int, action: Action) -> None:
        """Note what a player does."""
        side = player % 2
        if action.kind == "call":
            self.step, self.called = self.step + 1, 1 - side
        elif action.kind == "answer":
            self.called = None
            self.right = {side}
            if action.choice == "raise":
                self.step, self.called = self.step + 1, 1 - side

    def expected(self, player: int) -> set[Action]:
        """Return what the player may do while cards are played."""
        match, hand = self.match, self.match.hand
        side, plain = player % 2, max(match.score) < self.rules.onze_score
        last = self.step == len(self.rules.ladder) - 1
        if self.called is not None:
            words = ["ok", "run"] if last else ["ok", "run", "raise"]
            return {Action("answer", word) for word in words if side == self.called}
        done = [lay.seat for lay in hand.table]
        seat = next(
            s % match.players for s in range(hand.leader, 8) if s % match.players not in done
        )
        if player != match.player_at(seat):
            return set()
        free_to_call = (
            (side in self.right and not last) if plain else self.rules.onze_call == "loses"
        )
        actions = {Action("call")} if free_to_call else set()
        if min(match.score) >= self.rules.onze_score:
            return actions | {Action("play")}
        thrown = [lay.card for trick in hand.tricks for lay in trick.lays]
        thrown += [lay.card for lay in hand.table]
        left = [c for c in self.dealt[player] if c not in thrown]
        actions |= {Action("play", None, c) for c in left}
        covers = {"never": False, "follow": bool(hand.table), "any": True}[self.rules.covered]
        if hand.tricks and covers:
            actions |= {Action("play", None, c, True) for c in left}
        return actions


def everything(match: Match, *, blind: bool) -> list[Action]:
    """Return every action that can be put into words."""
    plays = [
        Action("play", None, c, covered)
        for c, covered in product(range(len(DECK)), (False, True))
        if not blind
    ]
    return [
        *plays,
        Action("play"),
        Action("play", None, None, True),
        Action("call"),
        *(Action("answer", word) for word in ANSWERS),
        *(Action("cut", word) for word in CUTS),
        *(Action("onze", word) for word in ONZES),
    ]


def can(match: Match, player: int, action: Action) -> bool:
    arguments = {"play": (action.card, action.covered), "call": ()}
    ask = getattr(match, "can_" + action.kind)
    return ask(player, *arguments.get(action.kind, (action.choice,)))


def check_cards(match: Match) -> None:
    """Check that every card is in one place and every hand as long as it must be."""
    hand = match.hand
    lays = [lay for trick in hand.tricks for lay in trick.lays] + hand.table
    places = [lay.card for lay in lays] + [c for held in hand.held for c in held]
    places += [] if hand.vira is None else [hand.vira]
    assert len(places) == len(set(places)) == 3 * match.players + (hand.vira is not None)
    assert set(places) <= set(deck_cards(match.rules))
    for seat, held in enumerate(hand.held):
        assert len(held) == 3 - sum(lay.seat == seat for lay in lays)


def check_score(match: Match, before: tuple[int, int]) -> None:
    """Check that at most one side has gained, and no more than a hand may give."""
    gains = [now - then for now, then in zip(match.score, before, strict=True)]
    assert min(gains) == 0
    assert max(gains) <= match.rules.target
    assert all(0 <= points <= match.rules.target for points in match.score)
    assert (match.winner is not None) == (match.rules.target in match.score)
    if match.winner is not None:
        assert match.score[match.winner] == match.rules.target > match.score[1 - match.winner]


@settings(max_examples=40, deadline=None)
@given(rules_of_every_kind, st.sampled_from([2, 4]), seeds, scores)
def test_random_legal_play_breaks_nothing(rules, players, seed, score):
    rng = random.Random(seed)
    match = Match(rules, players=players, rng=seed, score=score)
    books = Bookkeeper(match)
    for _ in range(60):
        if match.phase == "over":
            break
        before, dealer, number = match.score, match.dealer, match.number
        if match.phase == "deal":
            match.deal()
            books.begin()
            check_cards(match)
            continue
        player = match.to_act
        if match.phase == "play":
            check_cards(match)
            for other in range(players):
                legal = legal_actions(match, other)
                assert len(set(legal)) == len(legal)
                assert set(legal) == books.expected(other)
                for action in everything(match, blind=match.hand.blind):
                    assert can(match, other, action) == (action in legal), (other, action)
        # Calls lose or end many hands; rarer they let more of a hand be seen.
        actions = legal_actions(match, player)
        quiet = [action for action in actions if action.kind != "call"]
        action = rng.choice(actions if rng.random() < 0.3 else quiet)
        books.do(player, action)
        act(match, player, action)
        check_score(match, before)
        if match.number != number:
            assert match.dealer == (dealer + 1) % players


@settings(max_examples=40, deadline=None)
@given(rules_of_every_kind, st.sampled_from([2, 4]), seeds, scores)
def test_irregularities_break_nothing(rules, players, seed, score):
    rng = random.Random(seed)
    match = Match(rules, players=players, rng=seed, score=score)
    for _ in range(60):
        if match.phase == "over":
            break
        player = rng.randrange(players)
        wild = rng.random()
        before = match.score
        if wild < 0.05:
            match.fraud(player)
            assert match.score[player % 2] == max(0, before[player % 2] - 1)
            assert match.score[1 - player % 2] == before[1 - player % 2]
        elif wild < 0.1 and match.can_wrong_number(player, 4):
            match.wrong_number(player, 4)
            check_score(match, before)
        elif wild < 0.4 and match.phase == "play" and match.hand.held[match.seat_of(player)]:
            out = rng.choice(match.hand.held[match.seat_of(player)])
            if match.can_play_out_of_turn(player, out):
                turn = match.to_act
                match.play_out_of_turn(player, out)
                last = len(match.hand.table) == 0
                assert last or match.to_act == turn
        elif match.phase == "deal":
            match.deal()
        else:
            player = match.to_act
            act(match, player, rng.choice(legal_actions(match, player)))
            check_score(match, before)
        if match.phase == "play":
            check_cards(match)
            assert match.to_act is not None


@settings(max_examples=150, deadline=None)
@given(rules_of_every_kind, st.sampled_from([2, 4]), seeds)
def test_hands_end_as_an_independent_program_says(rules, players, seed):
    rng = random.Random(seed)
    pack = list(deck_cards(rules))
    rng.shuffle(pack)
    vira = pack.pop() if rules.manilhas == "vira" else None
    dealt = [[pack.pop() for _ in range(3)] for _ in range(players)]
    hand = Hand(rules, players=players, vira=vira, hands=dealt)
    while hand.winner is None:
        hand.play(hand.turn, *rng.choice(hand.legal_plays(hand.turn)))
    deck = "mineiro" if rules.manilhas == "fixed" else rules.deck
    vira_name = None if vira is None else DECK.name(vira)
    for trick in hand.tricks:
        table = [
            (seat, naive.COVERED if covered else naive.power(DECK.name(c), vira_name, deck))
            for seat, c, covered in trick.lays
        ]
        assert naive.judge(table, rules.tie_lead) == (trick.winner, trick.next_leader)
    results = [trick.winner for trick in hand.tricks]
    assert naive.verdict(results, rules.all_tied) == hand.winner
    assert naive.verdict(results[:-1], rules.all_tied) is None
    assert sum(hand.points) == (0 if hand.winner == TIED else rules.ladder[0])


# Chance


def test_the_same_seed_gives_the_same_match():
    def text(seed: int) -> str:
        match = fresh_match(replace(TRADITIONAL, cut="peek"), players=4, seed=seed)
        play_match(match, [sensible] * 4)
        return str(match.transcript)

    assert text(5) == text(5) != text(6)
    rng = random.Random(5)
    assert str(Match(TRADITIONAL, players=2, rng=rng).transcript)


def test_deals_are_uniform():
    counts = Counter()
    deals = 3000
    match = fresh_match()
    for _ in range(deals):
        match.phase = "deal"
        match.deal()
        counts.update([("vira", match.hand.vira)])
        counts.update((seat, c) for seat in (0, 1) for c in match.hand.held[seat])
    for place, each in (("vira", deals / 40), (0, deals * 3 / 40), (1, deals * 3 / 40)):
        chi2 = sum((counts[place, c] - each) ** 2 / each for c in range(40))
        assert chi2 < 75  # 39 degrees of freedom, chance below 0.001


# What a match refuses


@pytest.mark.parametrize(
    "wrong",
    [
        {"players": 3},
        {"players": 2, "dealer": 2},
        {"players": 2, "names": ["Ana"]},
        {"players": 4, "score": (3, 12)},
    ],
)
def test_a_match_that_cannot_be_is_refused(wrong):
    with pytest.raises(RuleError):
        Match(TRADITIONAL, **wrong)


def test_cards_that_cannot_be_dealt_are_refused():
    match = fresh_match()
    vira = card("4♥")
    good = [cards("3♠ 2♠ A♠"), cards("6♦ 7♦ Q♦")]
    assert match.can_deal(good, vira)
    for hands, turned in [
        (good[:1], vira),
        ([cards("3♠ 2♠"), good[1]], vira),
        ([cards("3♠ 2♠ 6♦"), good[1]], vira),
        (good, card("3♠")),
        (good, None),
        (None, vira),
    ]:
        with pytest.raises(InputError):
            match.verify_deal(hands, turned)
        assert not match.can_deal(hands, turned)
    match.deal(good, vira)
    with pytest.raises(RuleError, match="what comes now is: play"):
        match.verify_deal()
    assert match.hand.held[match.seat_of(1)] == list(good[1])


def test_nothing_is_played_before_the_deal_or_by_nobody():
    match = fresh_match()
    for refused in (
        match.can_play(1, card("3♠")),
        match.can_call(1),
        match.can_answer(1, "ok"),
        match.can_onze(1, "run"),
        match.can_cut(1, "keep"),
    ):
        assert not refused
    match.deal()
    with pytest.raises(RuleError, match="player: 2: from 0 to 1"):
        match.verify_call(2)
    with pytest.raises(RuleError):
        match.verify_play(1)  # only in an escuro may the card be left to chance


def test_errors_name_value_place_and_what_is_allowed():
    match = fresh_match()
    match.deal([cards("3♠ 2♠ A♠"), cards("6♦ 7♦ Q♦")], card("4♥"))
    with pytest.raises(RuleError, match=r"^play of seat 1: 3♠: one of its cards 6♦ 7♦ Q♦$"):
        match.play(1, card("3♠"))
    with pytest.raises(RuleError, match=r"^play of seat 0: 3♠: nothing, it is the turn of seat 1$"):
        match.play(0, card("3♠"))
    with pytest.raises(RuleError, match=r"^answer of seat 0: ok: only after a call"):
        match.answer(0, "ok")


def test_a_copy_of_a_hand_is_independent():
    hand = Hand(TRADITIONAL, players=2, vira=card("4♥"), hands=[cards("3♠ 2♠ A♠"), None])
    twin = hand.copy()
    twin.play_out_of_turn(0, card("3♠"))
    assert (hand.table, hand.barred) == ([], set())
    assert hand.held[0] == list(cards("3♠ 2♠ A♠"))
    twin.play(1, card("6♦"))
    twin.call(0)
    assert (hand.turn, hand.tricks, hand.pending) == (1, [], None)
    assert hand.can_play(1, card("6♦"))


def test_an_unknown_hand_plays_what_is_nowhere_else():
    rules = replace(TRADITIONAL, covered="any")
    hand = Hand(rules, players=2, vira=card("4♥"), hands=[cards("3♠ 2♠ A♠"), None])
    first = hand.legal_plays(1)
    assert len(first) == 40 - 4
    assert not {(c, False) for c in cards("4♥ 3♠ 2♠ A♠")} & set(first)
    hand.play(1, card("6♦"))
    hand.play(0, card("A♠"))
    assert hand.turn == 0
    hand.play(0, card("2♠"))
    with pytest.raises(RuleError, match="nowhere else"):
        hand.verify_play(1, card("6♦"))
    with pytest.raises(RuleError, match="nowhere else"):
        hand.verify_play(1, card("A♠"))
    with pytest.raises(RuleError, match="sujo deck"):
        hand.verify_play(1, 40)
    legal = hand.legal_plays(1)
    assert len(legal) == 2 * (40 - 5) + 1
    assert (None, True) in legal
    assert all(hand.can_play(1, *play) for play in legal)


# A match to read


def sensible(match: Match, player: int, actions: list[Action]) -> Action:
    """Play plainly on the cards that the player may see."""
    seen = match.cards_seen(player)
    hand = match.hand
    if match.phase == "cut":
        keep = DECK.rank(match.cut_card) >= 8
        return actions[0 if keep else -1 if len(actions) < 3 or match.cut_card % 4 else 1]
    if hand.blind:
        return Action("play")
    strength = strength_of_cards(match.rules, hand.vira)
    best = sorted((strength[c] for held in seen.values() for c in held), reverse=True)
    if actions[0].kind == "onze":
        return Action("onze", "play" if best[0] >= 9 else "run")
    if actions[0].kind == "answer":
        strong = best[0] >= 12 and len(actions) == 3
        return Action("answer", "raise" if strong else "ok" if best[0] >= 9 else "run")
    if Action("call") in actions and hand.calls_allowed and best[0] >= 11:
        return Action("call")
    own = sorted(seen[player], key=lambda c: strength[c])
    on_table = max((strength[lay.card] for lay in hand.table), default=None)
    if on_table is None:
        return Action("play", None, own[-1])
    winning = [c for c in own if strength[c] > on_table]
    return Action("play", None, (winning or own)[0])


def table_with_irregularities() -> Match:
    """Play one hand of everything that should not happen at a table."""
    match = Match(TRADITIONAL, players=4, score=(4, 0))
    deal = [cards("3♠ 2♠ A♠"), cards("6♦ 7♦ Q♦"), cards("3♥ 2♥ 5♥"), cards("6♣ 7♣ Q♣")]
    match.deal(deal, card("4♥"))
    match.wrong_number(1, 4)
    match.play_out_of_turn(2, card("5♥"))
    match.call(1)
    match.answer(0, "ok")
    match.play(1, card("Q♦"))
    match.play(3, card("Q♣"))
    match.fraud(0)
    match.deal(deal, card("4♥"))
    match.wrong_number(3, 2)
    match.deal(deal, card("4♥"))
    match.play(2, card("2♥"))
    match.wrong_number(2, 4)
    return match


def golden_text() -> str:
    pairs = Match(replace(TRADITIONAL, cut="peek"), players=4, rng=11)
    play_match(pairs, [sensible] * 4)
    two = Match(Rules.presets["mineiro"], players=2, rng=3, names=("Zé", "Tonha"))
    play_match(two, [sensible] * 2)
    return "\n".join(str(m.transcript) for m in (pairs, two, table_with_irregularities()))


def test_golden_match():
    assert golden_text() == GOLDEN.read_text(encoding="utf-8")


def test_transcript_tells_of_covered_cards_and_undecided_hands():
    match = fresh_match(Rules.presets["online"])
    match.deal([cards("3♠ 2♠ A♠"), cards("3♦ 7♦ Q♦")], card("4♥"))
    for player, text, covered in [
        (1, "3♦", False), (0, "3♠", False), (1, "7♦", True), (0, "A♠", True), (1, "Q♦", True),
    ]:  # fmt: skip
        match.play(player, card(text), covered)
    assert str(match.transcript).splitlines()[-3:] == [
        "  Bia 3♦, Ana 3♠: tied",
        "  Bia covers 7♦, Ana covers A♠: tied",
        "  Bia covers Q♦",
    ]
    match.play(0, card("2♠"), covered=True)
    lines = str(match.transcript).splitlines()
    assert "  nobody wins the hand" in lines
    assert lines[-1] == "Hand 2: Bia deals, Ana 0, Bia 0"


if __name__ == "__main__":
    print(golden_text(), end="")
