"""A second opinion on Truco de 22 cartas: slow, plain, and sharing no code with the analyzer.

Flores, ligas, envites and the score follow the rule sheet in the simplest way that can be
thought of.  Tricks are those of ``naive.py``, which plays powers and knows no game: three ties
go to mano's side, the leader of a tied trick leads again, nothing is covered.

Cards are texts such as ``"7E"``.  Seat 0 deals and seat 1 is mano; the side of a seat is
``seat & 1``; position K is seat ``K % players``.

``python tests/naive_boricua.py perft`` prints ``tests/golden/boricua_perft.txt``.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations
from typing import NamedTuple

from naive import House, Node, Odds, Policies, Tally, first_trick, odds, play_out
from naive_deals import one_line, order_patterns
from naive_perft import Bout, perft

Card = str
Hand = Sequence[Card]
ORDER = ["1E", "1B", "7E", "7O", "3", "7C 7B", "6", "5", "4"]  # high to low
LADDER = (1, 3, 6, 9, 30)

# ------------------------------------------------------------------------------------ cards


def pack() -> list[Card]:
    """The 22 cards."""
    return ["1E", "1B"] + [rank + suit for rank in "34567" for suit in "EBOC"]


def power(card: Card) -> int:
    """How strong a card is in the truco, 0 for a four to 8 for the ace of espada."""
    for place, names in enumerate(reversed(ORDER)):
        if card in names.split() or card[0] == names:
            return place
    raise ValueError(card)


def powers(cards: Iterable[Card]) -> tuple[int, ...]:
    """The powers of several cards, in their order."""
    return tuple(power(card) for card in cards)


def liga(hand: Hand) -> int:
    """The best pair of one suit and 20, or else the highest card."""
    pairs = [20 + int(a[0]) + int(b[0]) for a, b in combinations(hand, 2) if a[1] == b[1]]
    return max(pairs) if pairs else max(int(card[0]) for card in hand)


def flor(hand: Hand) -> int | None:
    """The sum of three cards of one suit."""
    one_suit = hand[0][1] == hand[1][1] == hand[2][1]
    return sum(int(card[0]) for card in hand) if one_suit else None


def seats_from_mano(players: int) -> list[int]:
    """The seats in speaking order."""
    return [seat % players for seat in range(1, players + 1)]


def best_seat(values: dict[int, int], players: int) -> int:
    """Who has the highest value; of equal ones who speaks first."""
    best = None
    for seat in seats_from_mano(players):
        if seat in values and (best is None or values[seat] > values[best]):
            best = seat
    if best is None:
        raise ValueError("nobody has a value")
    return best


def liga_winner(hands: Sequence[Hand]) -> int:
    """The seat that wins an accepted envite."""
    return best_seat({seat: liga(hand) for seat, hand in enumerate(hands)}, len(hands))


def envite_worth(revoques: int) -> tuple[int, int]:
    """What the last of so many revoques pays when it is refused, and when it is accepted."""
    accepted = [2, 4]
    while len(accepted) <= revoques:
        accepted.append(accepted[-1] + 4)
    refused = [1, *accepted]
    return refused[revoques], accepted[revoques]


# ------------------------------------------------------------------------------------- talk


class Talk(NamedTuple):
    """The talk of a hand: the flores, and what has been said so far."""

    flores: tuple[int | None, ...]
    a_ley: bool
    said: int = 0  # how many have announced
    decided: tuple[int, ...] = ()  # sides that have sent or kept silent
    sent: tuple[int, ...] = ()  # seats whose flor was sent
    passed: int = 0
    opener: int | None = None
    revoques: int = 0
    answered: str = ""  # "quiero" or "no quiero" at the end

    def announcers(self) -> list[int]:
        """Who announces, in turn."""
        order = seats_from_mano(len(self.flores))
        return order[1:] if self.a_ley else order

    def deciders(self) -> list[int]:
        """Who decides about flores, in turn: the holder of each side nearest to mano."""
        found: list[int] = []
        for seat in seats_from_mano(len(self.flores)):
            if self.flores[seat] is not None and all(seat & 1 != other & 1 for other in found):
                found.append(seat)
        return found

    def answering(self) -> int | None:
        """The side that must answer an envite."""
        if self.opener is None or self.answered:
            return None
        return (self.opener + 1 + self.revoques) & 1

    def over(self) -> bool:
        """Whether cards are played next."""
        return not actions(self)


MOST_REVOQUES = 8  # refusing one more would pay 32


def actions(talk: Talk) -> list[tuple[str, int, Talk]]:
    """All that may be said: the word, the seat that is asked, and the talk after it."""
    players = len(talk.flores)
    if talk.said < len(talk.announcers()):
        seat = talk.announcers()[talk.said]
        word = "no flor" if talk.flores[seat] is None else "flor"
        return [(word, seat, talk._replace(said=talk.said + 1))]
    waiting = [seat for seat in talk.deciders() if seat & 1 not in talk.decided]
    if waiting:
        seat, after = waiting[0], talk._replace(decided=(*talk.decided, waiting[0] & 1))
        own = [one for one in range(seat & 1, players, 2) if talk.flores[one] is not None]
        sends = [(f"send {one}", seat, after._replace(sent=(*talk.sent, one))) for one in own]
        return [*sends, ("silent", seat, after)]
    if talk.sent or talk.answered or talk.passed == players:
        return []
    if talk.opener is None:
        seat = seats_from_mano(players)[talk.passed]
        return [
            ("open", seat, talk._replace(opener=seat)),
            ("pass", seat, talk._replace(passed=talk.passed + 1)),
        ]
    seat = (talk.opener + 1 + talk.revoques) % players
    answers = [(word, seat, talk._replace(answered=word)) for word in ("quiero", "no quiero")]
    if talk.revoques < MOST_REVOQUES:
        answers.append(("revoco", seat, talk._replace(revoques=talk.revoques + 1)))
    return answers


def talk_of(hands: Sequence[Hand], *, a_ley: bool = True) -> Talk:
    """A deal before anybody has said anything."""
    return Talk(tuple(flor(hand) for hand in hands), a_ley)


class Points(NamedTuple):
    """Who scores how much for what; the side is 0 or 1."""

    what: str
    side: int
    points: int


def talk_points(talk: Talk, hands: Sequence[Hand]) -> list[Points]:
    """What flor and envite have scored."""
    if talk.sent:
        totals = {seat: talk.flores[seat] or 0 for seat in talk.sent}
        winner = best_seat(totals, len(hands))
        return [Points("flor", winner & 1, 3 * len(talk.sent))]
    if talk.answered == "quiero":
        return [Points("envite", liga_winner(hands) & 1, envite_worth(talk.revoques)[1])]
    if talk.answered == "no quiero" and talk.opener is not None:
        last = (talk.opener + talk.revoques) & 1
        return [Points("envite", last, envite_worth(talk.revoques)[0])]
    return []


def penalties(talk: Talk) -> list[Points]:
    """What silence costs at the end of the hand; mano's side scores first."""
    found = []
    for side in (1, 0):
        others = [seat for seat in range(len(talk.flores)) if seat & 1 != side]
        silent = not any(seat in talk.sent for seat in others)
        if silent and any(seat != 1 and talk.flores[seat] is not None for seat in others):
            found.append(Points("silence", side, 1))
    return found


def score(before: Sequence[int], points: Iterable[Points]) -> tuple[tuple[int, int], int | None]:
    """The score after these points, and who has won the match."""
    now = list(before)
    for _, side, value in points:
        now[side] = min(30, now[side] + value)
        if now[side] == 30:
            return (now[0], now[1]), side
    return (now[0], now[1]), None


# ----------------------------------------------------------------------------------- tricks


def house(players: int) -> House:
    """The rules of the tricks in the words of ``naive.py``."""
    return House(players, all_tied="mano", ladder=LADDER)


def play_hand(hands: Sequence[Hand], policies: Policies) -> Odds:
    """Chances of a deal, three cards for each seat, seat 0 first."""
    node = Node(tuple(powers(hand) for hand in hands))
    return odds(play_out(node, policies, house(len(hands))), house(len(hands)))


def exact_average(policies: Policies) -> tuple[Odds, Odds]:
    """Chances of the hand and of its first trick over all deals for two players."""
    copies = Counter(powers(pack()))
    total: Tally = Counter()
    for pattern, ways in order_patterns([copies[value] for value in sorted(copies)]).items():
        hands = [[p for p, held in enumerate(pattern) for _ in range(held[s])] for s in (0, 1)]
        node = Node((tuple(hands[0]), tuple(hands[1])))
        for results, weight in play_out(node, policies, house(2)).items():
            total[results] += ways * weight
    return odds(total, house(2)), first_trick(total)


# ------------------------------------------------------------------------ what a player knows

Fits = Callable[[int, Hand], bool]  # whether a seat may hold a hand
EVERYTHING: Fits = lambda seat, hand: True  # noqa: E731


def with_flores(flores: Sequence[bool | None]) -> Fits:
    """Hands that have a flor, or have none, where that is known of their seats."""
    return lambda seat, hand: flores[seat] in (None, flor(hand) is not None)


class Spot(NamedTuple):
    """A hand in progress with two players, and what one of them knows."""

    mine: tuple[Card, ...]  # still in my hand
    position: int
    dealt: tuple[Card, ...]
    gone: tuple[Card, ...]  # everything that the other cannot hold any more
    theirs: tuple[Card, ...]  # what the other has played
    node: Node  # hands empty


def spot(dealt: str, position: int, played: str = "", out: str = "") -> Spot:
    """Read cards, and what was played as in ``"3O 7C / 1E"``."""
    mine, seat, leader = dealt.split(), position % 2, 1
    theirs: list[Card] = []
    results: list[int] = []
    table: list[tuple[int, int]] = []
    for card in played.replace("/", " ").split():
        who = (leader + len(table)) % 2
        if who == seat:
            mine.remove(card)
        else:
            theirs.append(card)
        table.append((who, power(card)))
        if len(table) == 2:
            (first, a), (second, b) = table
            results.append(2 if a == b else (first if a > b else second))
            leader = second if b > a else first
            table = []
    gone = (*dealt.split(), *theirs, *out.split())
    node = Node(((), ()), tuple(results), tuple(table), leader)
    return Spot(tuple(mine), position, tuple(dealt.split()), gone, tuple(theirs), node)


def opposing(known: Spot, fits: Fits = EVERYTHING) -> Iterator[Hand]:
    """Every concrete hand that the other player may still hold."""
    left = [card for card in pack() if card not in known.gone]
    seat = 1 - known.position % 2
    for held in combinations(left, 3 - len(known.theirs)):
        if fits(seat, (*known.theirs, *held)):
            yield held


def exact_two_players(known: Spot, policies: Policies, fits: Fits = EVERYTHING) -> Fraction:
    """My chance to win the tricks against every hand that the other may hold."""
    total: Tally = Counter()
    seat = known.position % 2
    for theirs in opposing(known, fits):
        hands = [powers(known.mine), powers(theirs)]
        node = known.node._replace(hands=tuple(hands if seat == 0 else reversed(hands)))
        total.update(play_out(node, policies, house(2)))
    return odds(total, house(2))[seat]


def exact_liga(dealt: str, position: int, out: str = "", fits: Fits = EVERYTHING) -> Fraction:
    """With two players, the chance that my liga wins an accepted envite."""
    known = spot(dealt, position, "", out)
    seat = position % 2
    won = [
        liga_winner([known.dealt, theirs] if seat == 0 else [theirs, known.dealt]) == seat
        for theirs in opposing(known, fits)
    ]
    return Fraction(sum(won), len(won))


# --------------------------------------------------------------------------------- sampling


def deals(
    players: int,
    rng: random.Random,
    *,
    fixed: dict[int, Hand] | None = None,
    out: Iterable[Card] = (),
    fits: Fits = EVERYTHING,
) -> Iterator[list[tuple[Card, ...]]]:
    """Endless deals: some hands fixed, the others uniform among those that fit."""
    sure = {seat: tuple(hand) for seat, hand in (fixed or {}).items()}
    gone = {card for hand in sure.values() for card in hand} | set(out)
    left = [card for card in pack() if card not in gone]
    while True:
        rng.shuffle(left)
        drawn = iter(left)
        hands = [
            sure[seat] if seat in sure else tuple(next(drawn) for _ in range(3))
            for seat in range(players)
        ]
        if all(seat in sure or fits(seat, hand) for seat, hand in enumerate(hands)):
            yield hands


def sample_tricks(
    count: int, policies: Policies, source: Iterator[list[tuple[Card, ...]]], rng: random.Random
) -> Tally:
    """Count the trick results of so many deals."""
    tally: Tally = Counter()
    for _ in range(count):
        hands = next(source)
        node = Node(tuple(powers(hand) for hand in hands))
        tally[one_line(node, policies, house(len(hands)), rng)] += 1
    return tally


def sample_liga(count: int, seat: int, source: Iterator[list[tuple[Card, ...]]]) -> Fraction:
    """How often the side of a seat wins an accepted envite in so many deals."""
    won = sum(liga_winner(next(source)) & 1 == seat & 1 for _ in range(count))
    return Fraction(won, count)


# ------------------------------------------------------------------------------------- perft

PERFT_TITLE = """\
# Truco de 22 cartas: number of rows of exactly n legal actions from the deal, n = 1, 2, 3...
# Made by `python tests/naive_boricua.py perft`; what ends sooner is not counted any further.
# Rows of counts stop at the end or before the first count above 120,000.
# `cards`: tricks without calls. `calls`: with a call of the next stake by the seat at turn whose
# side has the right, and the answers run, accept, raise while a step is left; ladder 1 3 6 9 30.
# `talk`: flores and envite until the first card; mano passes a ley. `talk, all say`: mano announces
# too. An announcement is one action, always true. A side with flores sends one of them or none.
# At the envite everybody opens or passes in turn; answers are quiero, no quiero, revoco, the last
# up to the eighth. Hands stand in the order of seats, dealer first.
# hands | what | counts
"""
PERFT_DEALS = [
    "7E 6E 3O / 1B 7O 4C",
    "1E 3E 4E / 7O 6O 5O",
    "3B 3C 4O / 3E 3O 4B",
    "7E 5B 3C / 1B 1E 4O / 7O 6C 3E / 6E 5O 7B",
    "5E 6E 7E / 5B 6B 7B / 5O 6O 7O / 5C 6C 7C",
    "3E 4E 1E / 7B 6C 5C / 3O 4O 5O / 7C 6B 3B",
    "7B 6C 5C / 3O 4O 5O / 7C 6B 3B / 3E 4E 1E",
]


def talk_perft(talk: Talk, depth: int) -> int:
    """The number of rows of exactly ``depth`` things to say."""
    if depth == 0:
        return 1
    return sum(talk_perft(after, depth - 1) for _, _, after in actions(talk))


def perft_lines(most: int = 120_000) -> Iterator[str]:
    """The lines of the golden file."""
    yield from PERFT_TITLE.splitlines()
    for text in PERFT_DEALS:
        for what in ("cards", "calls", "talk", "talk, all say"):
            counts = perft_counts(text, what, most)
            yield " | ".join([text, what, " ".join(map(str, counts))])


def perft_counts(text: str, what: str, most: int) -> list[int]:
    """The counts of one golden deal up to the last that is at most ``most`` and not zero."""
    hands = [part.split() for part in text.split("/")]
    bout = Bout(Node(tuple(powers(hand) for hand in hands)))
    talk = talk_of(hands, a_ley=what == "talk")
    counts: list[int] = []
    while True:
        depth = len(counts) + 1
        if what.startswith("talk"):
            found = talk_perft(talk, depth)
        else:
            found = perft(bout, depth, house(len(hands)), calls=what == "calls")
        if not 0 < found <= most:
            return counts
        counts.append(found)


def main(arguments: Sequence[str]) -> None:
    """Print the golden counts of legal actions."""
    if arguments != ["perft"]:
        sys.exit("usage: python tests/naive_boricua.py perft")
    print("\n".join(perft_lines()))


if __name__ == "__main__":
    main(sys.argv[1:])
