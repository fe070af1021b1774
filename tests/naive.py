"""A second opinion on Truco Paulista: slow, plain, and sharing no code with the analyzer.

Everything here follows the rule sheet in the simplest way that can be thought of: every
concrete hand is enumerated, every order of play is tried, nothing is pruned, and chances are
fractions.  Other tests hold the fast code to it.  ``naive_deals.py`` adds averages over all
deals and sampling, ``naive_calls.py`` callers and answers, ``naive_perft.py`` the counts of
legal actions.

Cards are texts such as ``"3♠"``.  Seat 0 deals and seat 1 plays first; the side of a seat is
``seat & 1``; position K is seat ``K % players``.  A result is side 0, side 1, or 2: for a trick
that it is tied, for a hand that nobody wins it.

While a hand is played a card is only its power: 0..9 for an ordinary card (``4567QJKA23``),
10..13 for the manilhas from the weakest up, -1 for a card lying face down.

``python tests/naive.py perft`` prints ``tests/golden/paulista_perft.txt``.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from typing import NamedTuple

Card = str
RANKS = "4567QJKA23"
SUITS = "♦♠♥♣"
MINEIRO = ("7♦", "A♠", "7♥", "4♣")
TIED = UNDECIDED = 2
COVERED = -1
CALL_WORDS = {"truco", "seis", "nove", "doze", "ok", "run"}


@dataclass(frozen=True)
class House:
    """The rules that matter inside one hand; the defaults are the preset ``traditional``."""

    players: int = 2
    deck: str = "sujo"  # "sujo", "limpo", or "mineiro": 40 cards, fixed manilhas, no vira
    all_tied: str = "dealer"  # "dealer", "mano", "none"
    tie_lead: str = "leader"  # "leader", "first_tied"
    covered: str = "never"  # "never", "follow", "any"; for perft only, no policy covers
    ladder: tuple[int, ...] = (1, 3, 6, 9, 12)


PRESETS = {
    "traditional": House(),
    "online": House(all_tied="none", covered="any"),
    "limpo": House(deck="limpo"),
    "mineiro": House(deck="mineiro", all_tied="none", ladder=(2, 4, 6, 10, 12)),
}

# ---------------------------------------------------------------------------------- cards


def pack(deck: str = "sujo") -> list[Card]:
    """All cards of a deck, weakest rank first."""
    ranks = RANKS[4:] if deck == "limpo" else RANKS
    return [rank + suit for rank in ranks for suit in SUITS]


def manilhas(vira: Card | None, deck: str = "sujo") -> tuple[Card, ...]:
    """The four manilhas from the weakest to the strongest."""
    if deck == "mineiro":
        return MINEIRO
    if vira is None:
        raise ValueError("this deck needs a vira")
    ranks = RANKS[4:] if deck == "limpo" else RANKS
    above = ranks[(ranks.index(vira[0]) + 1) % len(ranks)]
    return tuple(above + suit for suit in SUITS)


def power(card: Card, vira: Card | None, deck: str = "sujo") -> int:
    """How strong a card is: higher beats lower, equal cards tie."""
    special = manilhas(vira, deck)
    return 10 + special.index(card) if card in special else RANKS.index(card[0])


def powers(cards: Iterable[Card], vira: Card | None, deck: str = "sujo") -> tuple[int, ...]:
    """The powers of several cards, in their order."""
    return tuple(power(card, vira, deck) for card in cards)


# --------------------------------------------------------------------------- tricks, hands


class Node(NamedTuple):
    """A point inside a hand; cards are powers, ``table`` and ``past`` hold (seat, power)."""

    hands: tuple[tuple[int, ...], ...]
    results: tuple[int, ...] = ()
    table: tuple[tuple[int, int], ...] = ()
    leader: int = 1
    past: tuple[tuple[tuple[int, int], ...], ...] = ()  # finished tricks, as far as told


def judge(table: Sequence[tuple[int, int]], tie_lead: str = "leader") -> tuple[int, int]:
    """Who wins a full trick (0, 1 or tied), and which seat leads the next one."""
    highest = max(card for _, card in table)
    holders = [seat for seat, card in table if card == highest]
    sides = {seat & 1 for seat in holders}
    if len(sides) == 1:
        return sides.pop(), holders[0]
    return TIED, holders[0] if tie_lead == "first_tied" else table[0][0]


def verdict(results: Sequence[int], all_tied: str = "dealer") -> int | None:
    """Who has won the hand after these tricks, or None while it goes on."""
    won = [result for result in results if result != TIED]
    if won and len(won) < len(results):
        return won[0]  # a tie gives the hand to the first trick that somebody has won
    for side in (0, 1):
        if won.count(side) == 2:
            return side
    if len(results) == 3:
        return {"dealer": 0, "mano": 1, "none": UNDECIDED}[all_tied]
    return None


def final(results: Sequence[int], house: House) -> int:
    """The verdict on a hand that is over."""
    result = verdict(results, house.all_tied)
    if result is None:
        raise ValueError(f"the hand goes on after {results}")
    return result


def turn(node: Node, house: House) -> int | None:
    """The seat that has to play a card, None when the hand is over."""
    if not node.table and verdict(node.results, house.all_tied) is not None:
        return None
    return (node.leader + len(node.table)) % house.players


def lay(node: Node, seat: int, card: int, house: House, *, covered: bool = False) -> Node:
    """The node after this seat has played this card."""
    hand = node.hands[seat]
    at = hand.index(card)
    hands = (*node.hands[:seat], hand[:at] + hand[at + 1 :], *node.hands[seat + 1 :])
    table = (*node.table, (seat, COVERED if covered else card))
    if len(table) < house.players:
        return Node(hands, node.results, table, node.leader, node.past)
    result, leader = judge(table, house.tie_lead)
    return Node(hands, (*node.results, result), (), leader, (*node.past, table))


# -------------------------------------------------------------------------------- policies

Chooser = Callable[[Node, int], Sequence[int]]  # the cards the seat may play, equally likely
Policy = str | Chooser
Policies = Policy | tuple[Policy, ...]  # one for all, or one for each seat
Tally = Counter[tuple[int, ...]]  # how often each row of trick results comes


def play_random(node: Node, seat: int) -> Sequence[int]:
    """Any card in hand, face up."""
    return node.hands[seat]


def play_greedy(node: Node, seat: int) -> Sequence[int]:
    """Lead the strongest; else win cheaply, else tie, else throw the lowest."""
    hand = node.hands[seat]
    if not node.table:
        return [max(hand)]
    highest = max(card for _, card in node.table)
    if {holder & 1 for holder, card in node.table if card == highest} == {seat & 1}:
        return [min(hand)]
    beating = [card for card in hand if card > highest]
    if beating:
        return [min(beating)]
    return [highest if highest in hand else min(hand)]


def choosers(policies: Policies, players: int) -> list[Chooser] | None:
    """One chooser for each seat; None when all seats play with open cards."""
    row = policies if isinstance(policies, tuple) else (policies,) * players
    if len(row) != players:
        raise ValueError(f"{len(row)} policies for {players} players")
    if all(policy == "open" for policy in row):
        return None
    if "open" in row:
        raise ValueError("open play is for all seats at once")
    named: dict[str, Chooser] = {"random": play_random, "greedy": play_greedy}
    return [named[policy] if isinstance(policy, str) else policy for policy in row]


def best_line(node: Node, house: House) -> tuple[int, ...]:
    """Trick results when everybody sees everything: plain minimax, no pruning.

    Only the verdict on them means something: several lines may be equally good.
    """
    seat = turn(node, house)
    if seat is None:
        return node.results
    side = seat & 1
    liking = {side: 2, UNDECIDED: 1, 1 - side: 0}
    lines = [best_line(lay(node, seat, card, house), house) for card in node.hands[seat]]
    return max(lines, key=lambda line: liking[final(line, house)])


def whole(players: int) -> int:
    """The weight of one hand: a seat picks among <= 3, then <= 2 cards, so 12 always divides."""
    weight: int = 12**players
    return weight


def follow(node: Node, choose: Sequence[Chooser], house: House, weight: int, tally: Tally) -> None:
    """Add to the tally every way the hand may go on, the weight split over equal choices."""
    seat = turn(node, house)
    if seat is None:
        tally[node.results] += weight
        return
    cards = choose[seat](node, seat)
    for card in cards:
        follow(lay(node, seat, card, house), choose, house, weight // len(cards), tally)


def play_out(node: Node, policies: Policies, house: House) -> Tally:
    """Trick results from here to the end with weights that add up to ``whole(players)``."""
    choose = choosers(policies, house.players)
    tally: Tally = Counter()
    if choose is None:
        tally[best_line(node, house)] += whole(house.players)
    else:
        follow(node, choose, house, whole(house.players), tally)
    return tally


class Odds(NamedTuple):
    """Chances of a hand: side 0 wins, side 1 wins, nobody (or, for a trick, tied)."""

    side0: Fraction
    side1: Fraction
    undecided: Fraction


def weights(tally: Tally, house: House) -> tuple[int, int, int]:
    """The weight of each verdict in a tally."""
    sums = [0, 0, 0]
    for results, weight in tally.items():
        sums[final(results, house)] += weight
    return sums[0], sums[1], sums[2]


def odds(tally: Tally, house: House) -> Odds:
    """The chances of each verdict in a tally."""
    return Odds(*(Fraction(part, tally.total()) for part in weights(tally, house)))


def first_trick(tally: Tally) -> Odds:
    """The chances of the first trick (not for open play: lines of equal worth differ in it)."""
    sums = [sum(w for line, w in tally.items() if line[0] == side) for side in (0, 1, TIED)]
    return Odds(*(Fraction(part, tally.total()) for part in sums))


def play_hand(
    hands: Sequence[Sequence[Card]],
    vira: Card | None,
    policies: Policies,
    house: House = PRESETS["traditional"],
) -> Odds:
    """Play a deal (three cards for each seat, seat 0 first) in every way the policies allow."""
    return play_from(hands, vira, policies, house)


def play_from(
    hands: Sequence[Sequence[Card]],
    vira: Card | None,
    policies: Policies,
    house: House = PRESETS["traditional"],
    *,
    results: Sequence[int] = (),
    table: Sequence[tuple[int, Card | None]] = (),
    leader: int = 1,
) -> Odds:
    """Play on from inside a hand.

    ``hands`` are the cards still held, ``results`` the finished tricks, ``table`` the trick
    under way as (seat, card) in order, None for a covered card, ``leader`` who leads it.
    """
    on_table = tuple(
        (seat, COVERED if card is None else power(card, vira, house.deck)) for seat, card in table
    )
    held = tuple(powers(hand, vira, house.deck) for hand in hands)
    node = Node(held, tuple(results), on_table, leader)
    return odds(play_out(node, policies, house), house)


# ----------------------------------------------------------------------- what a player knows


@dataclass(frozen=True)
class Known:
    """What one player knows at some point of a hand; ``known`` makes it."""

    house: House
    vira: Card | None
    seat: int
    mine: tuple[Card, ...]  # still in my hand
    partner: tuple[Card, ...]  # known to be still in my partner's hand
    shown: frozenset[Card]  # public: the vira and what lies face up
    private: frozenset[Card]  # out of play, but only I know: my covered cards, other leaks
    left: tuple[int, ...]  # how many cards each seat still holds
    results: tuple[int, ...]
    table: tuple[tuple[int, int], ...]
    leader: int
    past: tuple[tuple[tuple[int, int], ...], ...]

    def unseen(self) -> list[Card]:
        """Cards that may be in an unknown hand as far as I can tell."""
        gone = {*self.mine, *self.partner, *self.shown, *self.private}
        return [card for card in pack(self.house.deck) if card not in gone]

    def node(self, hands: Sequence[Sequence[Card]]) -> Node:
        """The point of play when the seats hold these cards."""
        held = tuple(powers(hand, self.vira, self.house.deck) for hand in hands)
        return Node(held, self.results, self.table, self.leader, self.past)


def known(
    dealt: Sequence[Card],
    vira: Card | None,
    position: int,
    played: str = "",
    known_out: Iterable[Card] = (),
    partner: Iterable[Card] = (),
    house: House = PRESETS["traditional"],
    public_out: Iterable[Card] = (),
) -> Known:
    """Read a situation: ``played`` as in ``"3♠ 5♦ / K♣"``, ``xx`` or my ``x3♠`` for covered.

    ``known_out`` are cards that I alone know to be out, ``public_out`` those that all have seen.
    """
    seat, players = position % house.players, house.players
    mine, left, leader = list(dealt), [3] * players, 1
    shown, private = {*public_out, *([vira] if vira else [])}, set(known_out)
    results: list[int] = []
    past: list[tuple[tuple[int, int], ...]] = []
    table: list[tuple[int, int]] = []
    for word in played.replace("/", " ").split():
        if word in CALL_WORDS:
            continue
        who, card, face_down = (leader + len(table)) % players, word.lstrip("x"), word[0] == "x"
        left[who] -= 1
        if who == seat:
            mine.remove(card)
        if card:
            (private if face_down else shown).add(card)
        table.append((who, COVERED if face_down else power(card, vira, house.deck)))
        if len(table) == players:
            result, leader = judge(table, house.tie_lead)
            results.append(result)
            past.append(tuple(table))
            table = []
    return Known(
        house, vira, seat, tuple(mine), tuple(card for card in partner if card not in shown),
        frozenset(shown), frozenset(private), tuple(left),
        tuple(results), tuple(table), leader, tuple(past),
    )  # fmt: skip


def worlds(state: Known) -> Iterator[Node]:
    """Every way the unseen cards may lie in the other hands, all equally likely."""

    def fill(seat: int, pool: list[Card], hands: tuple[tuple[Card, ...], ...]) -> Iterator[Node]:
        if seat == state.house.players:
            yield state.node(hands)
        elif seat == state.seat:
            yield from fill(seat + 1, pool, (*hands, state.mine))
        else:
            sure = state.partner if (seat ^ state.seat) == 2 else ()
            for cards in combinations(pool, state.left[seat] - len(sure)):
                rest = [card for card in pool if card not in cards]
                yield from fill(seat + 1, rest, (*hands, sure + cards))

    return fill(0, state.unseen(), ())


class Mine(NamedTuple):
    """My side's chances."""

    win: Fraction
    undecided: Fraction


def for_me(tally: Tally, state: Known) -> Mine:
    """The chances of a tally as my side sees them."""
    chances = odds(tally, state.house)
    return Mine(chances[state.seat & 1], chances.undecided)


def exact(state: Known, policies: Policies) -> Mine:
    """My chances over every concrete layout (four players: only late in a hand)."""
    total: Tally = Counter()
    for node in worlds(state):
        total.update(play_out(node, policies, state.house))
    return for_me(total, state)


def exact_cards(state: Known, policies: Policies) -> dict[Card, Mine]:
    """The same for each card that I could play now, the policy going on after it."""
    tallies: dict[Card, Tally] = {card: Counter() for card in state.mine}
    for node in worlds(state):
        if turn(node, state.house) != state.seat:
            raise ValueError("it is not my turn")
        for card, tally in tallies.items():
            value = power(card, state.vira, state.house.deck)
            after = lay(node, state.seat, value, state.house)
            tally.update(play_out(after, policies, state.house))
    return {card: for_me(tally, state) for card, tally in tallies.items()}


def exact_two_players(
    my_hand: Sequence[Card],
    vira: Card | None,
    position: int,
    policies: Policies,
    known_out: Iterable[Card] = (),
    played: str = "",
    house: House = PRESETS["traditional"],
) -> Mine:
    """My chances against every concrete hand that the opponent may hold."""
    return exact(known(my_hand, vira, position, played, known_out, (), house), policies)


def main(arguments: Sequence[str]) -> None:
    """Print the golden counts of legal actions."""
    if arguments != ["perft"]:
        sys.exit("usage: python tests/naive.py perft")
    from naive_perft import perft_lines  # it builds on this module

    print("\n".join(perft_lines()))


if __name__ == "__main__":
    main(sys.argv[1:])
