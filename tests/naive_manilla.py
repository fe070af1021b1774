"""A second opinion on La Manilla: slow, plain, and sharing no code with the analyzer.

Cards are texts such as ``"12O"``. Players are counted in playing order from 0; in a whole
deal player 0 is mano and player 3 the dealer, players 0 and 2 are partners, and so are 1
and 3. Everything is tried and nothing is pruned.

``python tests/naive_manilla.py perft`` prints ``tests/golden/manilla_perft.txt``.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

Card = str
Cards = tuple[Card, ...]
RANKS = ("2", "3", "4", "5", "6", "7", "8", "10", "11", "12", "1", "9")
SUITS = ("O", "C", "E", "B")
WORTH = {"9": 5, "1": 4, "12": 3, "11": 2, "10": 1}
PACK: Cards = tuple(rank + suit for suit in SUITS for rank in RANKS)
HEIGHT = {rank + suit: height for height, rank in enumerate(RANKS) for suit in SUITS}


class Node(NamedTuple):
    """A point of play with open cards."""

    hands: tuple[Cards, ...]  # what the players still hold, in playing order
    trump: str
    leader: int = 0  # who leads, or has led, the trick under way
    table: Cards = ()  # its cards in the order they fell
    undertrump: bool = False  # the rule must_undertrump


# ---------------------------------------------------------------------------------- tricks


def beats(card: Card, other: Card, trump: str) -> bool:
    """Whether a card beats another one that is winning before it falls."""
    if card[-1] == other[-1]:
        return HEIGHT[card] > HEIGHT[other]
    return card[-1] == trump


def winner(trick: Sequence[Card], trump: str) -> int:
    """The place in the trick of the card that wins it so far."""
    best = 0
    for place in range(1, len(trick)):
        if beats(trick[place], trick[best], trump):
            best = place
    return best


def worth(trick: Sequence[Card]) -> int:
    """The points of a trick: its cards and one more."""
    return 1 + sum(WORTH.get(card[:-1], 0) for card in trick)


def legal(hand: Sequence[Card], trick: Sequence[Card], trump: str, undertrump: bool) -> Cards:
    """The cards of a hand that may be added to a trick, case by case."""
    if not trick:
        return tuple(hand)
    best = winner(trick, trump)
    to_beat = trick[best]
    partner_wins = best == len(trick) - 2
    same = tuple(card for card in hand if card[-1] == trick[0][-1])
    if same:
        if partner_wins or to_beat[-1] != trick[0][-1]:
            return same
        return tuple(card for card in same if beats(card, to_beat, trump)) or same
    if partner_wins:
        return tuple(hand)
    trumps = tuple(card for card in hand if card[-1] == trump)
    enough = tuple(card for card in trumps if beats(card, to_beat, trump))
    if enough:
        return enough
    return trumps if trumps and undertrump else tuple(hand)


def turn(node: Node) -> int:
    """Who plays the next card."""
    return (node.leader + len(node.table)) % 4


def over(node: Node) -> bool:
    """Whether no card is left to play."""
    return not any(node.hands)


def choices(node: Node) -> Cards:
    """The cards that may be played next."""
    return legal(node.hands[turn(node)], node.table, node.trump, node.undertrump)


def lay(node: Node, card: Card) -> tuple[Node, int]:
    """The node after a card, and the points that players 0 and 2 have won by it."""
    player = turn(node)
    rest = tuple(held for held in node.hands[player] if held != card)
    hands = (*node.hands[:player], rest, *node.hands[player + 1 :])
    table = (*node.table, card)
    if len(table) < 4:
        return node._replace(hands=hands, table=table), 0
    taker = (node.leader + winner(table, node.trump)) % 4
    return node._replace(hands=hands, table=(), leader=taker), (
        worth(table) if taker in (0, 2) else 0
    )


def score(points: int) -> int:
    """What a pair scores that has won so many of the 72 points of a deal."""
    return max(0, points - 36)


# --------------------------------------------------------------------------------- minimax


def minimax(node: Node, memory: dict[Node, int] | None = None) -> int:
    """The points that players 0 and 2 still win when everybody sees everything.

    With a memory, which starts empty, equal nodes are worked out once; no other short cut.
    """
    if over(node):
        return 0
    if memory is not None and node in memory:
        return memory[node]
    values = card_values(node, memory).values()
    value = max(values) if turn(node) in (0, 2) else min(values)
    if memory is not None:
        memory[node] = value
    return value


def card_values(node: Node, memory: dict[Node, int] | None = None) -> dict[Card, int]:
    """The same after each card that may be played next."""
    values = {}
    for card in choices(node):
        after, won = lay(node, card)
        values[card] = won + minimax(after, memory)
    return values


# --------------------------------------------------------------------------- hidden deals


def followed(hands: Sequence[Cards], trump: str, played: Sequence[Card], undertrump: bool) -> bool:
    """Whether a deal can be played so: every card held by who plays it, and legal."""
    node = Node(tuple(tuple(hand) for hand in hands), trump, undertrump=undertrump)
    for card in played:
        if card not in choices(node):
            return False
        node, _ = lay(node, card)
    return True


def players_of(trump: str, played: Sequence[Card]) -> list[int]:
    """Who has played each card."""
    players, leader, trick = [], 0, list[Card]()
    for card in played:
        players.append((leader + len(trick)) % 4)
        trick.append(card)
        if len(trick) == 4:
            leader, trick = (leader + winner(trick, trump)) % 4, []
    return players


def consistent_deals(
    mine: Sequence[Card],
    player: int,
    trump: str,
    played: Sequence[Card],
    *,
    turned: Card | None = None,
    undertrump: bool = False,
) -> Iterator[tuple[Cards, ...]]:
    """Every deal (four times twelve cards) that one player must think possible.

    Parameters
    ----------
    mine
        The twelve cards dealt to him.
    player
        His place: 0 is mano, 3 the dealer.
    played
        The cards in the order they fell.
    turned
        The card that the dealer has turned up, if it is known.
    """
    shown = players_of(trump, played)
    known = [[card for card, who in zip(played, shown, strict=True) if who == p] for p in range(4)]
    known[player] = list(mine)
    taken = {card for cards in known for card in cards}
    unseen = tuple(card for card in PACK if card not in taken)

    def fill(
        number: int, pool: list[Card], hands: tuple[Cards, ...]
    ) -> Iterator[tuple[Cards, ...]]:
        if number == 4:
            yield hands
            return
        for cards in combinations(pool, 12 - len(known[number])):
            rest = tuple(card for card in pool if card not in cards)
            yield from fill(number + 1, rest, (*hands, (*known[number], *cards)))

    for hands in fill(0, unseen, ()):
        if (turned is None or turned in hands[3]) and followed(hands, trump, played, undertrump):
            yield hands


# ----------------------------------------------------------------------------------- perft

PERFT_TITLE = """\
# La Manilla: number of rows of exactly n legal cards from here, n = 1, 2, 3...
# Made by `python tests/naive_manilla.py perft`. Rows of counts stop at the end of the deal or
# before the first count above 120,000. Hands stand in playing order, the first one leads.
# trump | hands | must_undertrump | counts
"""
PERFT_DEALS = [
    (
        "B",
        (
            "1B 12B 10B 6B 7E 6E 3E 9C 1C 8C 9O 10O / 11B 8B 4B 8E 4E 2E 12C 7C 6C 7O 5O 3O"
            " / 7B 5B 3B 2B 12E 10E 5C 4C 3C 6O 4O 2O / 9B 9E 1E 11E 5E 11C 10C 2C 1O 12O 11O 8O"
        ),
    ),
    (
        "E",
        (
            "9B 1B 12B 10B 7B 9E 1E 12E 6E 5E 6C 6O / 11B 6B 7E 4E 1C 10C 5C 2C 1O 11O 7O 4O"
            " / 11E 8E 3E 2E 12C 11C 4C 3C 9O 12O 5O 2O / 8B 5B 4B 3B 2B 10E 9C 8C 7C 10O 8O 3O"
        ),
    ),
    (
        "O",
        (
            "8B 11E 10E 8E 4E 9C 7C 3C 12O 11O 10O 6O / 12B 5B 4B 3B 2E 1C 6C 5C 2C 1O 7O 5O"
            " / 11B 10B 6B 1E 6E 12C 11C 10C 4C 9O 8O 3O / 9B 1B 7B 2B 9E 12E 7E 5E 3E 8C 4O 2O"
        ),
    ),
    # one suit for each player
    (
        "C",
        (
            "9O 1O 12O 11O 10O 8O 7O 6O 5O 4O 3O 2O / 9C 1C 12C 11C 10C 8C 7C 6C 5C 4C 3C 2C"
            " / 9E 1E 12E 11E 10E 8E 7E 6E 5E 4E 3E 2E / 9B 1B 12B 11B 10B 8B 7B 6B 5B 4B 3B 2B"
        ),
    ),
    # endings with trumps that are too low to beat
    ("B", "12C 4C 9O 2O / 8B 3B 1C 5E / 9C 4B 2B 6E / 5B 7B 9E 3O"),
    ("O", "9E 8E 3C 2O / 1O 5O 4O 7B / 11O 6O 3O 2B / 9O 10C 8O 12B"),
    # and some at random
    ("C", "6E 1E 9E 2C / 11C 6B 3B 2E / 12E 7O 10C 4B / 8E 1B 3O 7C"),
    ("E", "9O 10O 7E 6B 3C / 1O 4O 12E 11B 9C / 12O 5O 2E 10B 1C / 11O 6O 3O 9B 8C"),
]


def perft(node: Node, depth: int) -> int:
    """The number of rows of exactly ``depth`` legal cards from here."""
    if depth == 0:
        return 1
    return sum(perft(lay(node, card)[0], depth - 1) for card in choices(node))


def perft_lines(most: int = 120_000) -> Iterator[str]:
    """The lines of the golden file."""
    yield from PERFT_TITLE.splitlines()
    for trump, text in PERFT_DEALS:
        hands = tuple(tuple(hand.split()) for hand in text.split("/"))
        for undertrump in (False, True):
            node = Node(hands, trump, undertrump=undertrump)
            counts: list[int] = []
            while len(counts) < 4 * len(hands[0]):
                count = perft(node, len(counts) + 1)
                if count > most:
                    break
                counts.append(count)
            rule = str(undertrump).lower()
            yield " | ".join([trump, text, rule, " ".join(map(str, counts))])


def main(arguments: Sequence[str]) -> None:
    """Print the golden counts of legal cards."""
    if arguments != ["perft"]:
        sys.exit("usage: python tests/naive_manilla.py perft")
    print("\n".join(perft_lines()))


if __name__ == "__main__":
    main(sys.argv[1:])
