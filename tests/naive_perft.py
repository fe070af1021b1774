"""Counts of legal actions (perft) for Truco Paulista, played with the rules of ``naive.py``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from naive import House, Node, lay, powers, turn


class Bout(NamedTuple):
    """A hand with its calls: the step called or held, who may call, whose call is open."""

    node: Node
    step: int = 0
    right: int | None = None  # the side that may call next, None = either
    caller: int | None = None  # the side whose call waits for an answer
    over: bool = False  # somebody ran


def plays(node: Node, seat: int, house: House) -> Iterator[Node]:
    """Every card the seat may lay, face up and, where the rules allow it, face down."""
    may_cover = bool(node.results) and (
        house.covered == "any" or (house.covered == "follow" and bool(node.table))
    )
    for card in node.hands[seat]:
        yield lay(node, seat, card, house)
        if may_cover:
            yield lay(node, seat, card, house, covered=True)


def actions(bout: Bout, house: House, *, calls: bool) -> Iterator[Bout]:
    """What every legal action leads to."""
    step_left = bout.step + 1 < len(house.ladder)
    seat = turn(bout.node, house)
    if bout.over or seat is None:
        return
    if bout.caller is not None:
        answering = 1 - bout.caller
        yield bout._replace(over=True)  # run
        yield bout._replace(right=answering, caller=None)  # ok
        if step_left:
            yield bout._replace(step=bout.step + 1, caller=answering)  # raise
        return
    for node in plays(bout.node, seat, house):
        yield bout._replace(node=node)
    if calls and step_left and bout.right in (None, seat & 1):
        yield bout._replace(step=bout.step + 1, caller=seat & 1)


def perft(bout: Bout, depth: int, house: House, *, calls: bool = False) -> int:
    """The number of rows of exactly ``depth`` legal actions from here."""
    if depth == 0:
        return 1
    after = actions(bout, house, calls=calls)
    return sum(perft(child, depth - 1, house, calls=calls) for child in after)


PERFT_TITLE = """\
# Truco Paulista: number of rows of exactly n legal actions from the deal, n = 1, 2, 3...
# Made by `python tests/naive.py perft`; a hand that ends sooner is not counted any further.
# Rows of counts stop at the end of the hand or before the first count above 120,000.
# An action is: a card played (every card in hand counts, equal ones too); the same card face
# down where `covered` allows it; and, with calls, a call of the next stake by the seat at turn
# whose side has the right, or an answer of the called side: run, accept, raise while a step is
# left. Ladder of five stakes, nobody at eleven. Hands stand in the order of seats, dealer first.
# vira | hands | deck, tie_lead, all_tied | covered | calls | counts
"""
PERFT_DEALS: list[tuple[str | None, str, House]] = [
    ("4♦", "3♠ K♦ 5♣ / 2♥ 7♣ 4♠", House()),
    ("2♣", "A♦ A♠ 3♦ / A♥ A♣ 3♣", House()),
    ("7♠", "4♦ 5♦ 6♦ / 4♠ 5♠ 6♠", House(all_tied="none")),
    ("3♥", "Q♣ K♦ 2♠ / Q♦ 3♦ A♥", House(deck="limpo")),
    (None, "4♣ 7♥ 3♠ / A♠ 7♦ 3♦", House(deck="mineiro", all_tied="none")),
    ("4♦", "5♣ 3♠ K♣ / 3♥ K♥ Q♠ / 3♦ 5♦ 2♣ / 2♥ 7♠ J♣", House(players=4)),
    ("4♦", "3♣ 2♣ K♣ / Q♠ K♥ 7♠ / 3♦ 2♦ K♦ / 3♥ 2♥ J♣", House(players=4, tie_lead="first_tied")),
]


def perft_counts(deal: int, covered: str, *, calls: bool, most: int = 120_000) -> list[int]:
    """The counts of one golden deal up to the last that is at most ``most`` and not zero."""
    vira, text, rules = PERFT_DEALS[deal]
    house = House(rules.players, rules.deck, rules.all_tied, rules.tie_lead, covered)
    hands = tuple(powers(hand.split(), vira, house.deck) for hand in text.split("/"))
    counts: list[int] = []
    while True:
        count = perft(Bout(Node(hands)), len(counts) + 1, house, calls=calls)
        if not 0 < count <= most:
            return counts
        counts.append(count)


def perft_lines(most: int = 120_000) -> Iterator[str]:
    """The lines of the golden file."""
    yield from PERFT_TITLE.splitlines()
    for deal, (vira, hands, house) in enumerate(PERFT_DEALS):
        for covered, calls in [("never", False), ("follow", False), ("any", False),
                               ("never", True), ("any", True)]:  # fmt: skip
            counts = perft_counts(deal, covered, calls=calls, most=most)
            yield " | ".join([
                vira or "-", hands, f"{house.deck} {house.tie_lead} {house.all_tied}", covered,
                "calls" if calls else "no calls", " ".join(map(str, counts)),
            ])  # fmt: skip
