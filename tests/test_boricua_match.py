"""Whole matches: what never breaks whatever is played, and two that can be read.

``python tests/test_boricua_match.py`` prints ``golden/boricua_match.txt``.
"""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

import naive
import naive_boricua
import pytest
from boricua_table import ALL_SAY, PLAIN, PLAIN_FOUR, TRADITIONAL, card, cards, dealt, fresh_match
from hypothesis import given, settings
from hypothesis import strategies as st

from analyzer.boricua.cards import DECK, STRENGTH, card_names, flor, liga
from analyzer.boricua.referee import (
    ENVITE_ANSWERS,
    Action,
    Match,
    act,
    can,
    legal_actions,
    play_match,
)
from analyzer.boricua.rules import Rules
from analyzer.core.errors import InputError, RuleError
from analyzer.truco.referee import ANSWERS

GOLDEN = Path(__file__).parent / "golden" / "boricua_match.txt"

rules_of_every_kind = st.builds(
    Rules,
    mano_a_ley=st.booleans(),
    signals=st.booleans(),
    ladder=st.sampled_from([(1, 3, 6, 9, 30), (1, 2, 3, 4)]),
)
seeds = st.integers(0, 2**32 - 1)
scores = st.tuples(st.integers(0, 29), st.integers(0, 29))
any_match = given(rules_of_every_kind, st.sampled_from([2, 4]), seeds, scores)


# What never breaks


class Second:
    """What the independent program makes of a hand."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.hands = [card_names(held).split() for held in match.hand.held]
        self.before = match.score
        self.dealer = match.dealer
        self.talk = naive_boricua.talk_of(self.hands, a_ley=match.rules.mano_a_ley)

    def expected(self, player: int) -> set[Action]:
        """Return what the player may do while nobody plays cards."""
        players, seat = self.match.players, self.match.seat_of(player)
        found = set()
        for word, asked, _ in naive_boricua.actions(self.talk):
            kind, _, owner = word.partition(" ")
            both = kind in ("send", "silent", "quiero", "no", "revoco") and word != "no flor"
            holds = self.talk.flores[seat] is not None or kind not in ("send", "silent")
            if seat != asked and not (both and holds and seat % 2 == asked % 2):
                continue
            found.add(
                {
                    "flor": Action("announce", True),
                    "no flor": Action("announce", False),
                    "silent": Action("keep_silent"),
                    "open": Action("open_envite"),
                    "pass": Action("pass_envite"),
                    "quiero": Action("answer_envite", "accept"),
                    "no quiero": Action("answer_envite", "run"),
                    "revoco": Action("answer_envite", "revoke"),
                }.get(word)
                or Action("send", (self.dealer + int(owner)) % players)
            )
        return found

    def do(self, action: Action) -> None:
        """Note what was done."""
        word = {
            ("announce", True): "flor",
            ("announce", False): "no flor",
            ("keep_silent", None): "silent",
            ("open_envite", None): "open",
            ("pass_envite", None): "pass",
            ("answer_envite", "accept"): "quiero",
            ("answer_envite", "run"): "no quiero",
            ("answer_envite", "revoke"): "revoco",
        }.get((action.kind, action.choice))
        if action.kind == "send":
            word = f"send {(action.choice - self.dealer) % self.match.players}"
        after = [talk for said, _, talk in naive_boricua.actions(self.talk) if said == word]
        if after:
            (self.talk,) = after

    def check_score(self, hand) -> None:
        """Check the score after the hand, and everything that was paid in it."""
        points = naive_boricua.talk_points(self.talk, self.hands)
        if hand.winner is not None:
            points.append(naive_boricua.Points("truco", hand.winner, hand.stake))
            points += naive_boricua.penalties(self.talk)
        assert [tuple(award) for award in hand.awards] == [
            (side, value, what) for what, side, value in points
        ]
        start = [self.before[(self.dealer + side) % 2] for side in (0, 1)]
        now, won = naive_boricua.score(start, points)
        assert tuple(now[(self.dealer + team) % 2] for team in (0, 1)) == self.match.score
        assert self.match.winner == (None if won is None else (self.dealer + won) % 2)


def everything(match: Match) -> list[Action]:
    """Return every action that can be put into words."""
    return [
        *(Action("announce", has) for has in (True, False)),
        *(Action("send", owner) for owner in (None, *range(match.players))),
        Action("keep_silent"),
        Action("open_envite"),
        Action("pass_envite"),
        *(Action("answer_envite", answer) for answer in ENVITE_ANSWERS),
        *(Action("play", number) for number in range(22)),
        Action("call"),
        *(Action("answer", answer) for answer in ANSWERS),
    ]


def check_cards(match: Match) -> None:
    """Check that every card is in one place and every hand as long as it must be."""
    hand = match.hand
    lays = [lay for trick in hand.tricks for lay in trick.lays] + hand.table
    places = [lay.card for lay in lays] + [c for held in hand.held for c in held]
    assert len(places) == len(set(places)) == 3 * match.players
    assert set(places) <= set(range(22))
    for seat, held in enumerate(hand.held):
        assert len(held) == 3 - sum(lay.seat == seat for lay in lays)


def check_actions(match: Match, second: Second) -> None:
    """Check what everybody may do against the independent program and the ``can`` methods."""
    for player in range(match.players):
        legal = legal_actions(match, player)
        assert len(set(legal)) == len(legal)
        if match.phase != "play":
            assert set(legal) == second.expected(player)
        own = Action("send", player)
        for action in everything(match):
            wanted = (own if action == Action("send") else action) in legal
            assert can(match, player, action) == wanted, (player, action)


@settings(max_examples=40, deadline=None)
@any_match
def test_random_legal_play_breaks_nothing(rules, players, seed, score):
    rng = random.Random(seed)
    match = Match(rules, players=players, rng=seed, score=score)
    for _ in range(60):
        if match.phase == "over":
            break
        if match.phase == "deal":
            match.deal()
            second, hand, number = Second(match), match.hand, match.number
            continue
        check_cards(match)
        check_actions(match, second)
        player = match.to_act
        actions = legal_actions(match, player)
        # Calls end many hands; rarer they let more of a hand be seen.
        quiet = [action for action in actions if action.kind != "call"]
        action = rng.choice(actions if rng.random() < 0.3 else quiet)
        act(match, player, action)
        second.do(action)
        if match.number != number or match.phase == "over":
            second.check_score(hand)
        if match.number != number:
            assert match.dealer == (second.dealer + 1) % players


@settings(max_examples=60, deadline=None)
@any_match
def test_hands_end_as_an_independent_program_says(rules, players, seed, score):
    rng = random.Random(seed)
    match = Match(rules, players=players, rng=seed, score=(0, 0))
    match.deal()
    hand, names = match.hand, [card_names(held).split() for held in match.hand.held]
    assert [naive_boricua.flor(one) for one in names] == [flor(held) for held in hand.held]
    assert [naive_boricua.liga(one) for one in names] == [liga(held) for held in hand.held]
    while match.hand is hand and hand.winner is None:
        actions = legal_actions(match, match.to_act)
        actions = [action for action in actions if action.kind not in ("call", "open_envite")]
        act(match, match.to_act, rng.choice(actions))
    for trick in hand.tricks:
        table = [(seat, naive_boricua.power(DECK.name(c))) for seat, c, _ in trick.lays]
        assert naive.judge(table, "leader") == (trick.winner, trick.next_leader)
    results = [trick.winner for trick in hand.tricks]
    assert naive.verdict(results, "mano") == hand.winner
    assert naive.verdict(results[:-1], "mano") is None


# Chance


def test_the_same_seed_gives_the_same_match():
    def text(seed: int) -> str:
        match = fresh_match(players=4, seed=seed)
        play_match(match, [sensible] * 4)
        return str(match.transcript)

    assert text(5) == text(5) != text(6)


def test_deals_are_uniform():
    counts = Counter()
    match = fresh_match()
    for _ in range(3000):
        match.phase = "deal"
        match.deal()
        counts.update((seat, c) for seat in (0, 1) for c in match.hand.held[seat])
    each = 3000 * 3 / 22
    for seat in (0, 1):
        chi2 = sum((counts[seat, c] - each) ** 2 / each for c in range(22))
        assert chi2 < 50  # 21 degrees of freedom, chance below 0.001


# What a match refuses


def test_a_match_does_one_thing_after_the_other():
    match = fresh_match()
    for action in everything(match):
        assert not can(match, 1, action)
    with pytest.raises(RuleError, match="what comes now is: deal"):
        match.play(1, card("1E"))
    match.deal(dealt("1E 3E 4E / 7O 6C 5B"))
    with pytest.raises(RuleError, match="what comes now is: announce"):
        match.open_envite(1)
    with pytest.raises(RuleError, match="what comes now is: announce"):
        match.deal()
    with pytest.raises(RuleError, match="player: 2: from 0 to 1"):
        match.announce(2, True)
    match.announce(0, True)
    with pytest.raises(RuleError, match="what comes now is: send"):
        match.pass_envite(1)
    match.send(0)
    with pytest.raises(RuleError, match="what comes now is: play"):
        match.open_envite(1)
    assert match.score == (3, 0)


@pytest.mark.parametrize(
    "hands",
    ["4E 5B 6O", "4E 5B / 1E 1B 7O", "4E 5B 6O / 1E 1B 6O", "4E 5B 6O / 1E 1B 7O / 3E 3B 3O"],
)
def test_cards_that_cannot_be_dealt_are_refused(hands):
    match = fresh_match()
    assert not match.can_deal(dealt(hands))
    with pytest.raises(InputError):
        match.deal(dealt(hands))
    assert match.can_deal(dealt(PLAIN))
    match.deal(dealt(PLAIN))
    assert match.hand.held[1] == list(cards("1E 1B 7O"))


# A match to read


def sensible(match: Match, player: int, actions: list[Action]) -> Action:
    """Bid and play plainly on the cards that the player knows."""
    held = match.cards_seen(player)[player]
    seat = match.seat_of(player)
    kinds = {action.kind for action in actions}
    if kinds == {"announce"}:
        return actions[0]
    if "keep_silent" in kinds:
        return actions[0] if match.hand.flores.totals[seat] > 10 else actions[-1]
    if "open_envite" in kinds:
        return Action("open_envite" if liga(held) > 29 else "pass_envite")
    if "answer_envite" in kinds:
        strong = liga(held) == 33 and Action("answer_envite", "revoke") in actions
        answer = "revoke" if strong else "accept" if liga(held) > 27 else "run"
        return Action("answer_envite", answer)
    best = max((STRENGTH[c] for c in held), default=0)
    if "answer" in kinds:
        strong = best >= 8 and len(actions) == 3
        return Action("answer", "raise" if strong else "ok" if best >= 5 else "run")
    if "call" in kinds and best >= 7:
        return Action("call")
    own = sorted(held, key=lambda c: STRENGTH[c])
    on_table = max((STRENGTH[lay.card] for lay in match.hand.table), default=None)
    if on_table is None:
        return Action("play", own[-1])
    winning = [c for c in own if STRENGTH[c] > on_table]
    return Action("play", (winning or own)[0])


def table_of_rare_things() -> Match:
    """Play three hands of what plain players hardly ever come to."""
    match = fresh_match(players=4, score=(10, 20))
    match.deal(dealt("5E 6E 7E / 5B 6B 7B / 5O 6O 7O / 5C 6C 7C"))
    for player in (2, 3, 0):
        match.announce(player, True)
    match.send(1, 3)
    match.send(2)
    match.call(1)
    match.answer(2, "run")
    match.deal(dealt("4E 5B 6O / 3C 4C 7C / 7O 6C 3B / 7E 5C 5O"))
    for player in (3, 0, 1):
        match.announce(player, player == 1)
    match.keep_silent(1)
    match.pass_envite(2)
    match.open_envite(3)
    match.answer_envite(2, "revoke")
    match.answer_envite(3, "revoke")
    match.answer_envite(0, "accept")
    match.call(2)
    match.answer(3, "ok")
    for text in ["3B", "7E", "6O", "3C", "5C", "4E", "7C", "7O", "6C", "5O", "5B", "4C"]:
        match.play(match.to_act, card(text))
    match.deal(dealt(PLAIN_FOUR))
    for player in (0, 1, 2):
        match.announce(player, False)
    for player in (3, 0, 1, 2):
        match.pass_envite(player)
    match.call(3)
    for player in (2, 1, 0):
        match.answer(player, "raise")
    match.answer(1, "run")
    return match


def golden_text() -> str:
    pairs = Match(TRADITIONAL, players=4, rng=4)
    play_match(pairs, [sensible] * 4)
    two = Match(ALL_SAY, players=2, rng=2, names=("Luz", "Rafa"), score=(12, 9))
    play_match(two, [sensible] * 2)
    return "\n".join(str(match.transcript) for match in (pairs, two, table_of_rare_things()))


def test_golden_match():
    assert golden_text() == GOLDEN.read_text(encoding="utf-8")


def test_the_transcript_tells_whose_flor_was_sent():
    match = fresh_match(players=4)
    match.deal(dealt("3E 4E 1E / 7B 6C 5C / 3O 4O 5O / 7C 6B 3B"))
    for player in (2, 3, 0):
        match.announce(player, player != 3)
    match.send(2, 0)
    assert str(match.transcript).splitlines()[-3:] == [
        "  Bia a ley, Caio flor, Davi no flor, Ana flor",
        "  Caio sends Ana's 8",
        "  flor to Ana and Caio for 3",
    ]


if __name__ == "__main__":
    print(golden_text(), end="")
