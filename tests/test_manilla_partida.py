"""Hands and whole partidas: what never breaks whatever is played, and two that can be read.

``python tests/test_manilla_partida.py`` prints ``golden/manilla_partida.txt``.
"""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

import naive_manilla as naive
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from manilla_table import (
    SUIT_EACH,
    SUITS,
    TRADITIONAL,
    card,
    cards,
    hand_of,
    play_first_cards,
    play_hand_worth,
    play_in_turn,
    seated,
)

from analyzer.core.errors import CardError, InputError, RuleError
from analyzer.manilla.cards import DECK, POINTS, card_name, cards_of, mask_of, read_suit
from analyzer.manilla.referee import Hand, Partida, legal, play_partida
from analyzer.manilla.rules import Rules

GOLDEN = Path(__file__).parent / "golden" / "manilla_partida.txt"

rules_of_every_kind = st.builds(
    Rules,
    must_undertrump=st.booleans(),
    capote_wins_juego=st.booleans(),
    match=st.sampled_from(["pairs", "individual"]),
)
seeds = st.integers(0, 2**32 - 1)


def names(many) -> list[str]:
    return [card_name(each) for each in many]


# What never breaks


@given(st.permutations(range(48)), st.integers(0, 3), st.integers(1, 12), st.integers(0, 3), seeds)
def test_what_is_legal_is_what_an_independent_program_says(pack, lying, held, trump, seed):
    hand, trick = pack[:held], pack[12 : 12 + lying]
    for undertrump in (False, True):
        found = legal(hand, trick, trump, Rules(must_undertrump=undertrump))
        expected = naive.legal(names(hand), names(trick), SUITS[trump], undertrump)
        assert names(found) == list(expected)
        # Two cards at a time are enough to know what is legal, so what a card that was
        # played excludes can be said card by card.
        for each in hand:
            alone = [
                each in legal({each, other}, trick, trump, Rules(must_undertrump=undertrump))
                for other in hand
            ]
            assert (each in found) == all(alone)


@settings(max_examples=30, deadline=None)
@given(rules_of_every_kind, seeds, st.integers(1, 12))
def test_hands_are_played_as_an_independent_program_plays_them(rules, seed, count):
    rng = random.Random(seed)
    pack = rng.sample(range(48), 4 * count)
    dealt = [pack[seat::4] for seat in range(4)]
    trump, leader = rng.randrange(4), rng.randrange(4)
    hand = Hand(rules, trump=trump, hands=dealt, leader=leader)
    # The other program counts players from mano, who is seat 1 here.
    places = [(seat - 1) % 4 for seat in range(4)]
    node = naive.Node(
        tuple(tuple(names(dealt[(place + 1) % 4])) for place in range(4)),
        SUITS[trump],
        places[leader],
        undertrump=rules.must_undertrump,
    )
    mano_side = 0
    while not hand.over:
        seat = hand.turn
        plays = hand.legal_plays(seat)
        assert places[seat] == naive.turn(node)
        assert names(plays) == list(naive.choices(node))
        for each in range(48):
            for other in range(4):
                assert hand.can_play(other, each) == (other == seat and each in plays)
        chosen = rng.choice(plays)
        hand.play(seat, chosen)
        node, won = naive.lay(node, card_name(chosen))
        mano_side += won
        assert hand.points[1] == mano_side
        assert sum(map(len, hand.held)) == sum(map(len, node.hands))
    assert naive.over(node)
    assert len(hand.tricks) == count
    assert sum(hand.points) == sum(POINTS[each] for each in pack) + count
    if count == 12:
        assert hand.score == tuple(naive.score(points) for points in hand.points)
        assert (hand.capote is None) == (72 not in hand.points)


class Bookkeeper:
    """Keeps the score of a partida by simple rules, to compare it with."""

    def __init__(self, partida: Partida) -> None:
        self.rules = partida.rules
        self.seats = list(partida.seats)
        self.place = 0  # of the dealer
        self.score = dict.fromkeys(self.seats, 0)
        self.totals = Counter(dict.fromkeys(self.seats, 0))
        self.won = Counter()
        self.juegos = 0

    def partner(self, player: int) -> int:
        return self.seats[(self.seats.index(player) + 2) % 4]

    def hand(self, tricks: list[tuple[int, int]]) -> None:
        """Take down a finished hand: for each trick who won it and its points."""
        points = Counter()
        for winner, worth in tricks:
            points[winner] += worth
            points[self.partner(winner)] += worth
        for player in self.seats:
            gain = naive.score(points[player])
            if points[player] == 72 and self.rules.capote_wins_juego:
                gain = 40
            self.score[player] = min(40, self.score[player] + gain)
        dealer = self.seats[(self.place + 1) % 4]
        if 40 in self.score.values():
            self.juegos += 1
            for player in self.seats:
                self.totals[player] += self.score[player]
                self.won[player] += self.score[player] == 40
            self.score = dict.fromkeys(self.score, 0)
            if self.rules.match == "individual" and self.juegos < 3:
                self.reseat()
        self.place = self.seats.index(dealer)

    def reseat(self) -> None:
        """Give everybody the partner that he has not had: first his neighbour, then the other."""
        first, second, third, fourth = self.seats
        self.seats = (
            [first, third, second, fourth] if self.juegos == 1 else [first, third, fourth, second]
        )

    def winners(self) -> set[int]:
        if self.rules.match == "pairs":
            return {player for player in self.seats if self.won[player] == 2}
        most = max(self.totals.values())
        return {p for p in self.seats if self.juegos == 3 and self.totals[p] == most}


@settings(max_examples=12, deadline=None)
@given(rules_of_every_kind, seeds)
def test_random_partidas_are_scored_as_by_hand(rules, seed):
    rng = random.Random(seed)
    partida = Partida(rules, rng=seed)
    partida.draw()
    books = Bookkeeper(partida)
    hands = 0
    while not partida.winners:
        assert partida.seats == tuple(books.seats)
        assert partida.dealer == partida.to_act == books.seats[books.place]
        assert partida.score == tuple(books.score[player] for player in books.seats[:2])
        # Whole partidas take long; lucky deals make them short.
        if rng.random() < 0.6:
            play_hand_worth(partida, rng.choice([72, 45, 27]))
        else:
            partida.deal()
            while partida.phase == "play" and not partida.hand.over:
                plays = partida.hand.legal_plays(partida.hand.turn)
                partida.play(partida.to_act, rng.choice(plays))
        order = [books.seats[(books.place + seat) % 4] for seat in range(4)]
        books.hand([(order[trick.winner], trick.points) for trick in partida.hand.tricks])
        assert set(partida.winners) == books.winners()
        hands += 1
        assert hands < 400
    assert partida.phase == "over"
    if rules.match == "individual":
        assert dict(enumerate(partida.totals)) == books.totals


# Chance


def test_the_same_seed_gives_the_same_partida():
    def text(seed: int) -> str:
        partida = Partida(TRADITIONAL, rng=seed, score=(30, 30))
        partida.draw()
        partida.deal()
        return str(partida.transcript)

    assert text(5) == text(5) != text(6)
    assert str(Partida(TRADITIONAL, rng=random.Random(5)).transcript)


def test_deals_are_uniform():
    counts = Counter()
    deals = 1000
    for seed in range(deals):
        partida = seated(rng=seed)
        partida.deal()
        counts.update([("turned", partida.hand.turned)])
        counts.update((seat, each) for seat in range(4) for each in partida.hand.held[seat])
    for place, each in (("turned", deals / 48), *((seat, deals / 4) for seat in range(4))):
        chi2 = sum((counts[place, c] - each) ** 2 / each for c in range(48))
        assert chi2 < 84  # 47 degrees of freedom, chance below 0.001


# What is refused


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"names": ["Ana"]}, "names: 1: one for each of the 4 players"),
        ({"seats": (0, 1, 2)}, "seats: 0 1 2: every player once"),
        ({"seats": (0, 1, 2, 2)}, "seats: 0 1 2 2: every player once"),
        ({"score": (3, 40)}, "score: (3, 40): two numbers from 0 to 39"),
        ({"juegos": (0, 2)}, "juegos: (0, 2): two numbers from 0 to 1"),
    ],
)
def test_a_partida_that_cannot_be_is_refused(wrong, message):
    with pytest.raises(RuleError) as caught:
        Partida(TRADITIONAL, **wrong)
    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("hands", "more", "message"),
    [
        ("2O / 2C / 2E", {}, "hands: 3: one for each of the 4 players"),
        ("2O / 2C / 2E / 2O", {}, "hand of seat 3: 2O: each card only once"),
        ("2O / 2C / 2E / 2B 3B", {}, "hand of seat 3: 2B 3B: 1 to 12 cards, as many as"),
        (" / / / ", {}, "hand of seat 0: nothing: 1 to 12 cards"),
        ("2O / 2C / 2E / 2B", {"trump": 4}, "trump: 4: a suit from 0 to 3"),
        ("2O / 2C / 2E / 2B", {"leader": 4}, "leader: 4: a seat from 0 to 3"),
        ("2O / 2C / 2E / 2B", {"turned": 47}, "card turned up: 9B: a trump of the dealer: "),
        ("2O / 2C / 2E / 2B", {"turned": 99}, "card turned up: 99: a trump of the dealer: "),
    ],
)
def test_a_hand_that_cannot_be_is_refused(hands, more, message):
    with pytest.raises(InputError) as caught:
        Hand(TRADITIONAL, **{"trump": 3, **more}, hands=[cards(each) for each in hands.split("/")])
    assert str(caught.value).startswith(message)
    with pytest.raises(CardError, match="hand of seat 1: 48: a card from 0 to 47"):
        Hand(TRADITIONAL, trump=3, hands=[(0,), (48,), (2,), (3,)])


def test_nothing_is_played_out_of_turn_or_before_the_deal():
    partida = Partida(TRADITIONAL)
    assert not partida.can_play(0, 0)
    assert partida.cards_seen(0) == {}
    partida.draw(cards("9O 3C 12O 4B"))
    with pytest.raises(RuleError, match="play: play of player 0: nothing, what comes now is: deal"):
        partida.verify_play(0, 0)
    partida.deal()
    with pytest.raises(RuleError, match="deal: deal: nothing, what comes now is: play"):
        partida.verify_deal()
    with pytest.raises(RuleError, match="player: 4: from 0 to 3"):
        partida.verify_play(4, 0)
    hand = hand_of("9O / 2O / 2C / 2E")
    for seat, played, message in [
        (4, "2O", "play of seat 4: 4: a seat from 0 to 3"),
        (2, "2C", "play of seat 2: 2C: nothing, it is the turn of seat 1"),
        (1, "9B", "play of seat 1: 9B: one of its cards 2O"),
    ]:
        with pytest.raises(RuleError) as caught:
            hand.verify_play(seat, card(played))
        assert str(caught.value) == message
    assert not hand.can_play(1, 99)
    play_in_turn(hand, "2O 2C 2E 9O")
    with pytest.raises(RuleError, match="nothing, the hand is over"):
        hand.verify_play(0, card("9O"))


def test_a_copy_of_a_hand_is_independent():
    hand = Hand(TRADITIONAL, trump=3, hands=SUIT_EACH)
    twin = hand.copy()
    play_in_turn(twin, "2O 2C 2E 2B 9B")
    assert (hand.table, hand.tricks, hand.turn) == ([], [], 1)
    assert hand.held == [list(dealt) for dealt in SUIT_EACH]
    assert hand.can_play(1, card("2O"))


# Cards


def test_masks_are_sets_of_cards():
    assert mask_of(cards("2O 9B")) == 1 | 1 << 47
    assert cards_of(1 << 47 | 1) == cards("2O 9B")
    assert cards_of(mask_of(range(48))) == tuple(range(48))


@pytest.mark.parametrize("value", ["B", "b", " b ", "bastos", "Bastos", 3])
def test_suits_by_letter_name_and_number(value):
    assert read_suit(value, "trump") == 3


@pytest.mark.parametrize("value", ["", "X", "3", "9B", "♣", 4, -1, True, None, 2.0, ["B"]])
def test_what_is_no_suit(value):
    with pytest.raises(InputError, match=r"^trump: .*: a suit, one of O \(oros\), C \(copas\)"):
        read_suit(value, "trump")


# Partidas to read


def sensible(partida: Partida, player: int, plays: list[int]) -> int:
    """Play plainly on the cards that the player may see."""
    hand = partida.hand
    plays = sorted(plays, key=lambda each: (DECK.suit(each) == hand.trump, DECK.rank(each)))
    if not hand.table:
        sides = [each for each in plays if DECK.suit(each) != hand.trump] or plays
        return max(sides, key=DECK.rank)
    return plays[-1] if len(hand.table) == 3 and POINTS[plays[-1]] > 2 else plays[0]


def golden_text() -> str:
    pairs = Partida(TRADITIONAL, rng=24, score=(32, 35), juegos=(0, 1))
    pairs.draw()
    play_partida(pairs, [sensible] * 4)
    individual = Partida(
        Rules(match="individual", must_undertrump=True, capote_wins_juego=True),
        rng=4,
        score=(35, 38),
        names=("Pilar", "Quim", "Rosa", "Tomás"),
    )
    individual.draw()
    while not individual.winners:
        if individual.juego > 1:
            play_hand_worth(individual, 72)
        else:
            individual.deal()
            play_first_cards(individual)
    return "\n".join(str(partida.transcript) for partida in (pairs, individual))


def test_golden_partida():
    assert golden_text() == GOLDEN.read_text(encoding="utf-8")


def test_the_transcript_tells_of_a_trick_under_way_and_of_a_capote():
    partida = seated()
    partida.deal(SUIT_EACH)
    for text in ("9O", "2C"):
        partida.play(partida.to_act, card(text))
    assert str(partida.transcript).splitlines()[-2:] == [
        "  triunfo bastos, 2B turned up",
        "  Bruno 9O, Celia 2C",
    ]
    partida.play(3, card("2E"))
    partida.play(0, card("2B"))
    while partida.number == 1:
        partida.play(partida.to_act, partida.hand.legal_plays(partida.hand.turn)[0])
    text = str(partida.transcript)
    assert "  Bruno 9O, Celia 2C, Diego 2E, Ana 2B: Ana wins 6\n" in text
    assert "  Ana and Celia 72, Bruno and Diego 0: 36 for Ana and Celia, a capote\n" in text
    assert text.endswith("Juego 1, hand 2: Bruno deals, Ana and Celia 36, Bruno and Diego 0\n")
    assert text.count(" against ") == 1
    while partida.juego == 1:
        play_hand_worth(partida, 72)
    assert str(partida.transcript).count(" against ") == 1  # the pairs stay as they are


if __name__ == "__main__":
    print(golden_text(), end="")
