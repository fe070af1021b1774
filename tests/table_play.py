"""Random hands under any rules, played by the referee with policies in plain Python.

The policies say again, in the simplest way, what the compiled ones do.  They are choosers as
``naive.py`` has them: given a node of its kind, where a card is a power and -1 is covered, they
name the cards a seat may play.  Kernels count powers from 1 and take 0 for a covered card, so
that their power is one more.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import product

import numpy as np
from naive import COVERED, TIED, Chooser, House, Known, Node, judge, known, play_greedy, power

from analyzer.paulista.cards import card_name, deck_cards
from analyzer.paulista.referee import Hand
from analyzer.paulista.rules import Rules
from analyzer.paulista.situation import Situation
from analyzer.truco.kernels import hand as k
from analyzer.truco.policies import GREEDY, RANDOM, Lineup, Policy, PolicyTable

ACE, LOWEST_MANILHA = 7, 10
SCRIPTED = Policy("scripted", k.SCRIPTED)

TRIPLES, PAIRS = (
    {
        hand: number
        for number, hand in enumerate(
            hand for hand in product(range(14), repeat=size) if list(hand) == sorted(hand)[::-1]
        )
    }
    for size in (3, 2)
)
CONTEXTS = {
    context: number
    for number, context in enumerate(
        [None, *product((1, 2, 3), ("ours", "theirs", "both"), range(COVERED, 14))]
    )
}
"""How policy tables number hands, strongest card first, and what lies on the table."""


# ------------------------------------------------------------------------------------ hands


@dataclass(frozen=True)
class Drawn:
    """A hand in progress, all of it known: the referee's table and what was dealt."""

    hand: Hand
    dealt: tuple[tuple[int, ...], ...]

    @property
    def house(self) -> House:
        return house_of(self.hand.rules, self.hand.players)

    @property
    def node(self) -> Node:
        return node_of(self.hand)


def variants(preset: str) -> list[Rules]:
    """The rules of a preset with every rule for ties."""
    return [
        replace(Rules.presets[preset], tie_lead=tie_lead, all_tied=all_tied)
        for tie_lead in ("leader", "first_tied")
        for all_tied in ("dealer", "mano", "none")
    ]


def house_of(rules: Rules, players: int) -> House:
    deck = "mineiro" if rules.manilhas == "fixed" else rules.deck
    return House(players, deck, rules.all_tied, rules.tie_lead, rules.covered, rules.ladder)


def draw_hand(rules: Rules, players: int, rng: random.Random, plies: int | None = None) -> Drawn:
    """Deal, and play a number of cards at random; any number if None.

    Whether cards may be covered is drawn too: it is no matter of policies.
    """
    rules = replace(rules, covered=rng.choice(("never", "follow", "any")))
    most = 3 * players - 1
    while True:
        cards = list(deck_cards(rules))
        rng.shuffle(cards)
        vira = None if rules.manilhas == "fixed" else cards.pop()
        dealt = tuple(tuple(cards[3 * seat : 3 * seat + 3]) for seat in range(players))
        hand = Hand(rules, players=players, vira=vira, hands=dealt)
        for _ in range(rng.randint(0, most) if plies is None else plies):
            if hand.winner is None:
                card, covered = rng.choice(hand.legal_plays(hand.turn))
                hand.play(hand.turn, card, covered)
        if hand.winner is None:
            return Drawn(hand, dealt)


def power_of(card: int, hand: Hand) -> int:
    vira = None if hand.vira is None else card_name(hand.vira)
    return power(card_name(card), vira, house_of(hand.rules, hand.players).deck)


def node_of(hand: Hand) -> Node:
    """What lies where, in powers; results and leader are the referee's."""
    table = [(lay.seat, COVERED if lay.covered else power_of(lay.card, hand)) for lay in hand.table]
    return Node(
        tuple(tuple(power_of(card, hand) for card in held) for held in hand.held),
        tuple(trick.winner for trick in hand.tricks),
        tuple(table),
        hand.leader,
    )


def drive(hand: Hand, choosers: Sequence[Chooser]) -> tuple[int, int]:
    """Let the referee play a hand on to its end; return its result and the first trick's."""
    hand = hand.copy()
    while hand.winner is None:
        seat = hand.turn
        (wanted,) = choosers[seat](node_of(hand), seat)
        hand.play(seat, next(card for card in hand.held[seat] if power_of(card, hand) == wanted))
    return hand.winner, hand.tricks[0].winner


def best_result(hand: Hand) -> int:
    """The result when all see everything: minimax on the referee, nothing pruned."""
    if hand.winner is not None:
        return hand.winner
    side = hand.turn & 1
    results = set()
    for card in hand.held[hand.turn]:
        after = hand.copy()
        after.play(hand.turn, card)
        results.add(best_result(after))
    return next(result for result in (side, TIED, 1 - side) if result in results)


def falling(cards: Sequence[int]) -> tuple[int, ...]:
    """Cards from the strongest to the weakest, which is how slots count them."""
    return tuple(sorted(cards, reverse=True))


# --------------------------------------------------------------------------------- policies


def script_chooser(script: int) -> Chooser:
    """Two bits for each choice: by seat, and four seats for each size of the hand."""

    def choose(node: Node, seat: int) -> Sequence[int]:
        hand = falling(node.hands[seat])
        if len(hand) == 1:
            return hand
        return [hand[script >> 2 * (4 * len(hand) + seat) & 3]]

    return choose


def stream_chooser(key: int) -> Chooser:
    """Words of splitmix64 from the ninth on, numbered like the choices of a script."""

    def choose(node: Node, seat: int) -> Sequence[int]:
        hand = falling(node.hands[seat])
        if len(hand) == 1:
            return hand
        z = (key + (8 + 4 * len(hand) + seat + 1) * 0x9E3779B97F4A7C15) % 2**64
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 % 2**64
        z = (z ^ z >> 27) * 0x94D049BB133111EB % 2**64
        z ^= z >> 31
        return [hand[(z >> 32) * len(hand) >> 32]]

    return choose


def table_chooser(
    table: PolicyTable, *, knows: bool = False, fair: int = ACE, strong: int = LOWEST_MANILHA
) -> Chooser:
    """Look a card up by what the player sees, his partner's cards included if he knows them.

    From ``fair`` on a partner's best card is worth noting, from ``strong`` on it is strong.
    """

    def choose(node: Node, seat: int) -> Sequence[int]:
        hand = falling(node.hands[seat])
        if len(hand) == 1:
            return hand
        view = 0
        if knows and table.first.shape[0] > 1:
            view = partner_view(node, seat, fair, strong)
        context = CONTEXTS[what_lies(node, seat)]
        if len(hand) == 3:
            return [hand[table.first[view, context, TRIPLES[hand]]]]
        first = node.results[0]
        seen = 2 if first == TIED else int(first != seat & 1)
        return [hand[table.second[view, seen, context, PAIRS[hand]]]]

    return choose


def what_lies(node: Node, seat: int) -> tuple[int, str, int] | None:
    if not node.table:
        return None
    highest = max(card for _, card in node.table)
    sides = {holder & 1 for holder, card in node.table if card == highest}
    whose = "both" if len(sides) == 2 else "ours" if seat & 1 in sides else "theirs"
    return len(node.table), whose, highest


def partner_view(node: Node, seat: int, fair: int, strong: int) -> int:
    partner = max(node.hands[seat ^ 2])
    if all(who != seat ^ 2 for who, _ in node.table):
        beats = not node.table or partner > max(card for _, card in node.table)
        return 1 if not beats else 2 if max(node.hands[seat]) > partner else 3
    return 3 if partner >= strong else 2 if partner >= fair else 1


def random_table(rng: random.Random, views: int = 1) -> PolicyTable:
    """A table of any slots at all."""
    bits = np.random.default_rng(rng.getrandbits(64))
    return PolicyTable(
        bits.integers(0, 3, (views, k.CONTEXTS, k.TRIPLES), np.uint8),
        bits.integers(0, 2, (views, 3, k.CONTEXTS, k.PAIRS), np.uint8),
    )


def random_script(rng: random.Random) -> int:
    """Legal slots for every seat's choice among three cards and among two."""
    return sum(rng.randrange(size) << 2 * (4 * size + seat) for size in (2, 3) for seat in range(4))


@dataclass(frozen=True)
class Seated:
    """The same policies twice: for kernels, and as choosers.

    ``key`` is the stream of random players or the script of scripted ones.
    """

    lineup: Lineup
    choosers: tuple[Chooser, ...]
    knows: np.ndarray
    key: int


def seat_any(
    players: int,
    tables: Sequence[PolicyTable],
    rng: random.Random,
    knows: Sequence[bool] | None = None,
) -> Seated:
    """Seat greedy players, tables, and either random or scripted players, as it comes.

    ``knows`` says which seats know their partner's cards; partners both do or neither.
    """
    if knows is None:
        knows = [rng.random() < 0.5 for _ in (0, 1)] * 2 if players == 4 else [False] * 2
    chance = rng.choice((RANDOM, SCRIPTED))
    key = rng.getrandbits(64) if chance is RANDOM else random_script(rng)
    policies, choosers = [], []
    for seat in range(players):
        name = rng.choice(("greedy", "chance", "table"))
        if name == "greedy":
            policies.append(GREEDY)
            choosers.append(play_greedy)
        elif name == "chance":
            policies.append(chance)
            choosers.append(stream_chooser(key) if chance is RANDOM else script_chooser(key))
        else:
            table = rng.choice(tables)
            policies.append(Policy("table", 0, table))
            choosers.append(table_chooser(table, knows=knows[seat]))
    lineup = Lineup.seat(tuple(policies))
    known = np.array(knows, np.int64) * lineup.uses_partner  # a table of one view has no room
    return Seated(lineup, tuple(choosers), known, key)


# ------------------------------------------------------------------------------ for kernels


def start_of(hand: Hand) -> np.ndarray:
    """The state a kernel starts from, taken from the referee's table."""
    node = node_of(hand)
    start = np.zeros(k.START_SIZE, np.int64)
    start[k.PLAYERS] = hand.players
    start[k.TRICK] = len(node.results)
    if node.results:
        start[k.FIRST_RESULT] = node.results[0]
    start[k.LEADER] = node.leader
    start[k.BEST], start[k.HOLDER] = -1, TIED
    if node.table:
        start[k.LAID] = len(node.table)
        start[k.BEST] = max(card for _, card in node.table) + 1
        start[k.HOLDER], start[k.FIRST_BEST] = judge(node.table, "first_tied")
    start[k.TIE_TO_FIRST] = hand.rules.tie_lead == "first_tied"
    start[k.ALL_TIED] = ("dealer", "mano", "none").index(hand.rules.all_tied)
    start[k.FAIR], start[k.STRONG] = ACE + 1, LOWEST_MANILHA + 1
    return start


def packed_hands(node: Node) -> np.ndarray:
    """The hands as kernels take them: a byte a card, the strongest lowest."""
    return np.array(
        [
            sum(card + 1 << 8 * slot for slot, card in enumerate(falling(cards)))
            for cards in node.hands
        ],
        np.int64,
    )


# ------------------------------------------------------------------ as one player sees them


def as_seen(
    drawn: Drawn, seat: int, *, partner: Sequence[int] = (), seen: Sequence[int] = ()
) -> tuple[Situation, Known]:
    """What a seat knows, for the analyzer and for the naive program."""
    hand = drawn.hand
    played = played_text(hand, seat)
    vira = None if hand.vira is None else card_name(hand.vira)
    position = seat or hand.players
    situation = Situation(
        rules=hand.rules,
        hand=drawn.dealt[seat],
        vira=hand.vira,
        players=hand.players,
        position=position,
        partner=tuple(partner),
        seen=tuple(seen),
        played=played,
    )
    naive = known(
        [card_name(card) for card in drawn.dealt[seat]],
        vira,
        position,
        played,
        [card_name(card) for card in seen],
        [card_name(card) for card in partner],
        drawn.house,
    )
    return situation, naive


def played_text(hand: Hand, seat: int) -> str:
    """The hand so far as a seat saw it: ``3♠ 5♦ / x4♣ xx``."""
    tricks = [[_word(lay, seat) for lay in trick.lays] for trick in hand.tricks]
    tricks.append([_word(lay, seat) for lay in hand.table])
    return " / ".join(" ".join(words) for words in tricks if words)


def _word(lay, seat: int) -> str:
    if not lay.covered:
        return card_name(lay.card)
    return "x" + card_name(lay.card) if lay.seat == seat else "xx"


def draw_seen(
    drawn: Drawn, seat: int, rng: random.Random, *, known_of_partner: int, left_over: int
) -> tuple[Situation, Known]:
    """What a seat knows when it has also seen partner's cards and most of the stock.

    Of the cards that nobody holds only ``left_over`` stay unknown, beside those that lie
    covered.  That many of the partner's cards are known, those he covered never.
    """
    hand = drawn.hand
    lays = [lay for trick in hand.tricks for lay in trick.lays] + hand.table
    covered = {lay.card for lay in lays if lay.covered}
    partner = []
    if hand.players == 4:
        partner = [card for card in drawn.dealt[seat ^ 2] if card not in covered]
        partner = rng.sample(partner, min(known_of_partner, len(partner)))
    stock = set(deck_cards(hand.rules)) - {hand.vira, *(c for cards in drawn.dealt for c in cards)}
    seen = rng.sample(sorted(stock), max(len(stock) - left_over, 0))
    return as_seen(drawn, seat, partner=partner, seen=seen)


# ------------------------------------------------------------------------------ by chance


def is_chi_square(statistic: float, freedom: int) -> bool:
    """Whether it lies where all but one in some ten thousand do, on either side."""
    cube_root = (statistic / freedom) ** (1 / 3)  # nearly normal (Wilson and Hilferty)
    return abs(cube_root - 1 + 2 / (9 * freedom)) < 4 * math.sqrt(2 / (9 * freedom))
