"""The referee counts the legal rows of actions as an independent program does.

``golden/boricua_perft.txt`` is printed by ``python tests/naive_boricua.py perft``, which
shares no code with the referee.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from boricua_table import dealt

from analyzer.boricua.referee import ENVITE_ANSWERS, Hand
from analyzer.boricua.rules import Rules

GOLDEN = Path(__file__).parent / "golden" / "boricua_perft.txt"
MOST = 10_000
"""Rows are followed as far as there are no more of them than this; the rest takes minutes."""


def golden_lines() -> list[str]:
    lines = GOLDEN.read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line and not line.startswith("#")]


def read_line(line: str) -> tuple[Hand, str, list[int]]:
    hands, what, counts = (part.strip() for part in line.split("|"))
    parted = dealt(hands)
    hand = Hand(
        Rules(mano_a_ley="all say" not in what),
        players=len(parted),
        hands=parted,
        talk=what.startswith("talk"),
    )
    hand.calls_allowed = what == "calls"
    return hand, what, [int(count) for count in counts.split()]


def after(hand: Hand, part: str | None, action: str, *arguments: object) -> Hand:
    twin = hand.copy()
    getattr(twin if part is None else getattr(twin, part), action)(*arguments)
    return twin


def talk_children(hand: Hand) -> list[Hand]:
    """Return the hand after everything that may be said; of partners the one at turn speaks."""
    flores, envite = hand.flores, hand.envite
    if hand.phase == "announce":
        truths = [has for has in (True, False) if flores.can_announce(flores.turn, has)]
        return [after(hand, "flores", "announce", flores.turn, has) for has in truths]
    if hand.phase == "send":
        sends = [after(hand, "flores", "send", flores.turn, owner) for owner in flores.choices]
        return [*sends, after(hand, "flores", "keep_silent", flores.turn)]
    if hand.phase != "envite":
        return []
    if envite.pending is None:
        opened = after(hand, "envite", "open", envite.turn)
        return [opened, after(hand, "envite", "pass_by", envite.turn)]
    seat = (envite.pending.caller + 1) % hand.players
    answers = [answer for answer in ENVITE_ANSWERS if envite.can_answer(seat, answer)]
    return [after(hand, "envite", "answer", seat, answer) for answer in answers]


def truco_children(hand: Hand) -> list[Hand]:
    """Return the hand after every card and call; who answers is the first of the side called."""
    if hand.pending is not None:
        seat = (hand.pending.caller + 1) % hand.players
        return [after(hand, None, "answer", seat, answer) for answer in hand.legal_answers(seat)]
    if hand.turn is None:
        return []
    plays = [after(hand, None, "play", hand.turn, *play) for play in hand.legal_plays(hand.turn)]
    calls = [after(hand, None, "call", hand.turn)] if hand.can_call(hand.turn) else []
    return plays + calls


def test_golden_file_has_every_variant():
    read = [read_line(line) for line in golden_lines()]
    assert len(read) >= 28
    assert {(hand.players, what) for hand, what, _ in read} == {
        (players, what)
        for players in (2, 4)
        for what in ("cards", "calls", "talk", "talk, all say")
    }
    holders = {
        len([t for t in hand.flores.totals if t]) for hand, what, _ in read if "talk" in what
    }
    assert {0, 2, 4} <= holders


@pytest.mark.parametrize("line", golden_lines())
def test_perft(line):
    hand, what, expected = read_line(line)
    children = talk_children if what.startswith("talk") else truco_children
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
