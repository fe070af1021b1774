"""Cards, hands and matches of Truco Paulista, set up for tests in a line or two.

Where nothing else is said the vira is a 4, so that the fives are manilhas.
"""

from __future__ import annotations

from analyzer.paulista.cards import DECK
from analyzer.paulista.referee import Hand, Match
from analyzer.paulista.rules import Rules

TRADITIONAL = Rules.presets["traditional"]


def cards(text: str) -> tuple[int, ...]:
    return DECK.parse_many(text, "test")


def card(text: str) -> int:
    return DECK.parse(text, "test")


def vira_of(rules: Rules, text: str = "4♥") -> int | None:
    """Return the vira, in the limpo deck a queen in place of a 4, or none at all."""
    if rules.manilhas == "fixed":
        return None
    return card(text.replace("4", "Q") if rules.deck == "limpo" else text)


def open_hand(rules: Rules = TRADITIONAL, *, players: int = 2, vira: str = "4♥") -> Hand:
    """Return a hand in which every seat may turn out to hold anything."""
    return Hand(rules, players=players, vira=vira_of(rules, vira), hands=[None] * players)


def play_in_turn(hand: Hand, text: str) -> None:
    """Play cards as they fall; ``xx`` is a covered one."""
    for word in text.replace("/", " ").split():
        if word == "xx":
            hand.play(hand.turn, None, covered=True)
        else:
            hand.play(hand.turn, card(word))


def one_trick(text: str, *, rules: Rules = TRADITIONAL, vira: str = "4♥") -> tuple[int, int]:
    """Return who wins the first trick and who leads the next one."""
    hand = open_hand(rules, players=len(text.split()), vira=vira)
    play_in_turn(hand, text)
    return hand.tricks[0].winner, hand.tricks[0].next_leader


def beats(high: str, low: str, *, rules: Rules = TRADITIONAL, vira: str = "4♥") -> bool:
    """Return whether a card wins a two-player trick both as first and as second."""
    return (
        one_trick(f"{high} {low}", rules=rules, vira=vira)[0] == 1
        and one_trick(f"{low} {high}", rules=rules, vira=vira)[0] == 0
    )


def play_results(hand: Hand, results: str) -> None:
    """Play tricks with given results: D the dealer's side, M the other, = tied."""
    for result in results:
        high, low = ("32", "AK", "JQ")[len(hand.tricks)]
        strong = {"D": {0}, "M": {1}, "=": {0, 1}}[result]
        for suit in "♣♥♠♦"[: hand.players]:
            side = hand.turn & 1
            # Of a pair that is to win or tie only the first plays high.
            first = all(lay.seat & 1 != side for lay in hand.table)
            hand.play(hand.turn, card((high if first and side in strong else low) + suit))


def fresh_match(
    rules: Rules = TRADITIONAL, *, players: int = 2, score: tuple[int, int] = (0, 0), seed: int = 1
) -> Match:
    return Match(rules, players=players, rng=seed, score=score)


def dealt_match(
    hands: str,
    *,
    vira: str | None = "4♥",
    rules: Rules = TRADITIONAL,
    score: tuple[int, int] = (0, 0),
) -> Match:
    """Return a match dealt by player 0, hands in the order of the players."""
    parted = [cards(text) for text in hands.split("/")]
    match = Match(rules, players=len(parted), score=score)
    match.deal(parted, None if vira is None else card(vira))
    return match


def win_hand(match: Match, team: int) -> None:
    """Deal a hand and play it so that a team of two players wins it."""
    low, high = cards("6♦ 7♦ Q♦"), cards("3♠ 2♠ A♠")
    match.deal([high, low] if team == 0 else [low, high], card("4♥"))
    number = match.number
    while match.number == number and match.winner is None:
        match.play(match.to_act, match.hand.held[match.hand.turn][0])
