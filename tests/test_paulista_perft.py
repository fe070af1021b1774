"""The referee counts the legal rows of actions as an independent program does.

``golden/paulista_perft.txt`` is printed by ``python tests/naive.py perft``, which
shares no code with the referee.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from analyzer.paulista.cards import DECK
from analyzer.paulista.referee import Hand
from analyzer.paulista.rules import Rules

GOLDEN = Path(__file__).parent / "golden" / "paulista_perft.txt"
MOST = 10_000
"""Rows are followed as far as there are no more of them than this; the rest takes minutes."""


def golden_lines() -> list[str]:
    lines = GOLDEN.read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line and not line.startswith("#")]


def read_line(line: str) -> tuple[Hand, list[int]]:
    vira, hands, options, covered, calls, counts = (part.strip() for part in line.split("|"))
    deck, tie_lead, all_tied = options.split()
    rules = Rules(
        deck="limpo" if deck == "limpo" else "sujo",
        manilhas="fixed" if deck == "mineiro" else "vira",
        tie_lead=tie_lead,
        all_tied=all_tied,
        covered=covered,
    )
    dealt = [DECK.parse_many(text, "golden") for text in hands.split("/")]
    hand = Hand(
        rules,
        players=len(dealt),
        vira=None if vira == "-" else DECK.parse(vira, "golden"),
        hands=dealt,
        calls_allowed=calls == "calls",
    )
    return hand, [int(count) for count in counts.split()]


def children(hand: Hand) -> list[Hand]:
    """Return the hand after every legal action; who answers is the first of the side called."""
    after = []
    if hand.pending is not None:
        seat = (hand.pending.caller + 1) % hand.players
        for answer in hand.legal_answers(seat):
            after.append(hand.copy())
            after[-1].answer(seat, answer)
        return after
    seat = hand.turn
    if seat is None:
        return after
    for card, covered in hand.legal_plays(seat):
        after.append(hand.copy())
        after[-1].play(seat, card, covered)
    if hand.can_call(seat):
        after.append(hand.copy())
        after[-1].call(seat)
    return after


def test_golden_file_has_every_variant():
    lines = golden_lines()
    assert len(lines) >= 30
    assert {read_line(line)[0].players for line in lines} == {2, 4}
    for variant in ("limpo", "mineiro", "first_tied", "| follow |", "| any |", "| calls |"):
        assert any(variant in line for line in lines)


@pytest.mark.parametrize("line", golden_lines())
def test_perft(line):
    hand, expected = read_line(line)
    level, counts = [hand], []
    for golden in expected:
        if golden > MOST:
            break
        level = [child for parent in level for child in children(parent)]
        counts.append(len(level))
    assert len(counts) >= 4
    assert counts == expected[: len(counts)]
    # The file leaves out counts above 120,000; no count is eight times the one before it.
    if len(counts) == len(expected) and expected[-1] * 8 < 120_000:
        assert not any(children(parent) for parent in level)
