"""Cards, hands and matches of Truco de 22 cartas, set up for tests in a line or two.

Hands stand in the order of seats, the dealer's first. ``PLAIN`` hands have no flor, and
mano's side wins their tricks.
"""

from __future__ import annotations

from analyzer.boricua.cards import DECK, STRENGTH
from analyzer.boricua.referee import Hand, Match
from analyzer.boricua.rules import Rules

TRADITIONAL = Rules.presets["traditional"]
ALL_SAY = Rules(mano_a_ley=False)

PLAIN = "4E 5B 6O / 1E 1B 7O"
PLAIN_FOUR = "4E 5B 6O / 1E 1B 7O / 4B 5O 6C / 3E 3B 7B"


def cards(text: str) -> tuple[int, ...]:
    return DECK.parse_many(text, "test")


def card(text: str) -> int:
    return DECK.parse(text, "test")


def dealt(text: str) -> list[tuple[int, ...]]:
    return [cards(part) for part in text.split("/")]


def hand_of(text: str, rules: Rules = TRADITIONAL, **arguments: object) -> Hand:
    """Return a hand at its beginning, flores and envite first."""
    hands = dealt(text)
    return Hand(rules, players=len(hands), hands=hands, **arguments)


def announce_all(hand: Hand) -> Hand:
    """Let everybody tell the truth about his flor."""
    while hand.phase == "announce":
        hand.flores.announce(hand.flores.turn, hand.flores.totals[hand.flores.turn] is not None)
    return hand


def to_envite(text: str, rules: Rules = TRADITIONAL) -> Hand:
    """Return a hand at its envite; flores are announced, and not sent."""
    hand = announce_all(hand_of(text, rules))
    while hand.phase == "send":
        hand.flores.keep_silent(hand.flores.turn)
    return hand


def to_cards(text: str, rules: Rules = TRADITIONAL) -> Hand:
    """Return a hand at its tricks: no flor was sent, and everybody has passed."""
    hand = to_envite(text, rules)
    while hand.phase == "envite":
        hand.envite.pass_by(hand.envite.turn)
    return hand


def open_hand(rules: Rules = TRADITIONAL, *, players: int = 2) -> Hand:
    """Return a hand at its tricks in which every seat may turn out to hold anything."""
    return Hand(rules, players=players, hands=[None] * players, talk=False)


def play_in_turn(hand: Hand, text: str) -> None:
    for word in text.replace("/", " ").split():
        hand.play(hand.turn, card(word))


def one_trick(text: str) -> tuple[int, int]:
    """Return who wins the first trick and who leads the next one."""
    hand = open_hand(players=len(text.split()))
    play_in_turn(hand, text)
    return hand.tricks[0].winner, hand.tricks[0].next_leader


def beats(high: str, low: str) -> bool:
    """Return whether a card wins a two-player trick both as first and as second."""
    return one_trick(f"{high} {low}")[0] == 1 and one_trick(f"{low} {high}")[0] == 0


def play_results(hand: Hand, results: str) -> None:
    """Play tricks with given results: A for the dealer's side, B for mano's, = tied."""
    for result in results:
        highs = [["3E", "3B"], ["6E", "6B"], ["7B", "7C"]][len(hand.tricks)]
        strong = {"A": {0}, "B": {1}, "=": {0, 1}}[result]
        for _ in range(hand.players):
            side = hand.turn & 1
            # Of a pair that is to win or tie only the first plays high.
            first = all(lay.seat & 1 != side for lay in hand.table)
            high = first and side in strong
            hand.play(hand.turn, card(highs.pop()) if high else weakest(hand))


def weakest(hand: Hand) -> int:
    """Return the weakest card that has not been seen."""
    return min(set(range(22)) - hand.elsewhere, key=lambda c: STRENGTH[c])


def fresh_match(
    rules: Rules = TRADITIONAL, *, players: int = 2, score: tuple[int, int] = (0, 0), seed: int = 1
) -> Match:
    return Match(rules, players=players, rng=seed, score=score)
