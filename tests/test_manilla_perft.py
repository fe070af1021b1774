"""The referee counts the legal rows of cards as an independent program does.

``golden/manilla_perft.txt`` is printed by ``python tests/naive_manilla.py perft``, which
shares no code with the referee.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from manilla_table import cards, suit

from analyzer.manilla.referee import Hand
from analyzer.manilla.rules import Rules

GOLDEN = Path(__file__).parent / "golden" / "manilla_perft.txt"
MOST = 3_000
"""Rows are followed as far as there are no more of them than this."""


def golden_lines() -> list[str]:
    lines = GOLDEN.read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line and not line.startswith("#")]


def read_line(line: str) -> tuple[Hand, list[int]]:
    """Return the hand, its first player as mano, and how many rows there are."""
    trump, hands, undertrump, counts = (part.strip() for part in line.split("|"))
    first, second, third, fourth = (cards(text) for text in hands.split("/"))
    hand = Hand(
        Rules(must_undertrump=undertrump == "true"),
        trump=suit(trump),
        hands=[fourth, first, second, third],
    )
    return hand, [int(count) for count in counts.split()]


def children(hand: Hand) -> list[Hand]:
    after = []
    for card in [] if hand.turn is None else hand.legal_plays(hand.turn):
        after.append(hand.copy())
        after[-1].play(hand.turn, card)
    return after


def test_golden_file_has_every_variant():
    lines = golden_lines()
    assert len(lines) == 16
    assert {line[0] for line in lines} == {"O", "C", "E", "B"}
    assert sum("| true |" in line for line in lines) == 8


@pytest.mark.parametrize("line", golden_lines())
def test_perft(line):
    hand, expected = read_line(line)
    level, counts = [hand], []
    for golden in expected:
        if golden > MOST:
            break
        level = [child for parent in level for child in children(parent)]
        counts.append(len(level))
    assert len(counts) >= 3
    assert counts == expected[: len(counts)]
