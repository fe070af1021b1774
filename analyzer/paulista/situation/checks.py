"""What must hold between the parts of a situation before any card is played."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from analyzer.core.errors import CardError, RuleError, SituationError
from analyzer.paulista.cards import card_name, card_names, verify_in_deck, verify_vira
from analyzer.paulista.situation.fields import QUESTIONS
from analyzer.truco.referee.hand import DEALT

if TYPE_CHECKING:
    from analyzer.paulista.situation.notation import Word
    from analyzer.paulista.situation.replay import Replay
    from analyzer.paulista.situation.situation import Situation

MOST_PARTNER_CARDS = DEALT


def verify_frame(situation: Situation) -> None:
    """Raise ``InputError`` unless question, players, position, score and stake fit.

    Raises
    ------
    InputError
        With the value, the field, and what is allowed.
    """
    question, players = situation.question, situation.players
    if question not in QUESTIONS:
        raise SituationError(question, "question", "one of " + ", ".join(QUESTIONS))
    if players not in (2, 4):
        raise SituationError(players, "players", "2 or 4")
    position = situation.position
    if not 1 <= position <= players:
        raise SituationError(position, "position", f"1 to {players}, with {players} players")
    cutter = players - 1  # left of the dealer, who plays last [9]
    if question == "cut" and position != cutter:
        raise SituationError(position, "position", f"{cutter}, left of the dealer, who cuts")
    if question == "onze" and not situation.rules.onze_choice:
        raise RuleError(
            "false", "rule onze_choice", "must be true, else there is nothing to choose"
        )
    if situation.score is not None:
        _verify_score(situation, situation.score)
    elif question == "onze":
        raise SituationError("", "score", QUESTIONS[question]["score"].example)
    situation.rules.verify_stake(situation.stake)
    if situation.eleven and situation.stake != situation.rules.onze_stake:
        raise SituationError(
            situation.stake, "stake", f"{situation.rules.onze_stake} at {situation.score_text}"
        )


def verify_cards(situation: Situation) -> None:
    """Raise ``InputError`` unless all known cards are in the deck and in one place only.

    Raises
    ------
    InputError
        With the card, where it stood, and what is allowed.
    """
    count = 1 if situation.question == "cut" else DEALT
    if len(situation.hand) != count:
        _refuse_count(situation.hand, "hand", str(count))
    if situation.question != "cut":
        verify_vira(situation.rules, situation.vira)
    if situation.partner and situation.players == 2:
        raise SituationError(
            card_names(situation.partner), "partner", "nothing, with 2 players there is none"
        )
    if len(situation.partner) > MOST_PARTNER_CARDS:
        _refuse_count(situation.partner, "partner", f"1 to {MOST_PARTNER_CARDS}")
    homes = {} if situation.vira is None else {situation.vira: "the vira"}
    for place in ("hand", "partner", "seen"):
        for number, card in enumerate(getattr(situation, place), 1):
            spot = f"{place}, card {number}"
            verify_in_deck(situation.rules, card, spot)
            if card in homes:
                raise CardError(card_name(card), spot, f"a card once; it is {homes[card]} already")
            homes[card] = f"in {place}"


def verify_state(situation: Situation, now: Replay, call: Word | None) -> None:
    """Raise ``InputError`` unless the hand is where the question can be asked.

    Parameters
    ----------
    situation
        The question and who asks it.
    now
        The hand followed to its present state.
    call
        The unanswered call at its end.

    Raises
    ------
    InputError
        With what stands in the way, and what is allowed.
    """
    hand = now.hand
    if hand.winner is not None:
        raise SituationError(situation.played, "played", "a hand that is not over yet")
    if situation.question == "accept":
        _verify_called(situation, now, call)
    elif call is not None:
        raise RuleError(call.text, call.place, f"an answer to it: {now.answers()}")
    if situation.question == "call":
        _verify_may_call(situation, now)
    _verify_hidden(situation, now)


def _verify_called(situation: Situation, now: Replay, call: Word | None) -> None:
    pending = now.hand.pending
    if call is None or pending is None:
        raise SituationError("", "call", QUESTIONS["accept"]["call"].example)
    if pending.side != situation.my_side:
        raise RuleError(
            call.text,
            call.place,
            f"a call of the other side; this one is of {now.name(pending.caller)}",
        )


def _verify_may_call(situation: Situation, now: Replay) -> None:
    hand = now.hand
    if hand.turn is not None and hand.turn != situation.my_seat:
        raise RuleError(
            situation.position, "position", f"the one to play: it is {now.name(hand.turn)}'s turn"
        )
    if hand.right not in (None, situation.my_side):
        raise RuleError(
            situation.played,
            "played",
            "only the side that accepted last may call, and yours did not",
        )
    if hand.stake == hand.rules.ladder[-1]:
        raise RuleError(hand.stake, "stake", f"less than {hand.stake}, the highest there is")


def _verify_hidden(situation: Situation, now: Replay) -> None:
    """Verify that the cards of unknown place are enough for the hidden hands."""
    lays = [lay for trick in now.hand.tricks for lay in trick.lays] + now.hand.table
    known = sum(lay.seat != situation.my_seat and lay.card is not None for lay in lays)
    hidden = DEALT * (situation.players - 1) - known - len(now.partner_left())
    unseen = len(now.unseen())
    if unseen < hidden:
        raise SituationError(
            card_names(situation.seen),
            "seen",
            f"at most {len(situation.seen) - hidden + unseen} cards, others hold {hidden} more",
        )


def _verify_score(situation: Situation, score: tuple[int, int]) -> None:
    rules, given = situation.rules, situation.score_text
    last, onze = rules.target - 1, rules.onze_score
    if not all(0 <= points <= last for points in score):
        raise SituationError(given, "score", f"us-them, each from 0 to {last}")
    if min(score) >= onze:
        raise SituationError(
            given, "score", f"not both at {onze} or more: in the escuro nobody sees a card"
        )
    if situation.question in ("accept", "call") and situation.eleven:
        raise SituationError(
            given, "score", f"both below {onze}: at mão de onze the hand is played without calls"
        )
    if situation.question == "onze" and score[0] < onze:
        raise SituationError(given, "score", f"{onze}-S with S below {onze}")


def _refuse_count(cards: Iterable[int], place: str, count: str) -> None:
    names = card_names(cards)
    raise SituationError(names, place, f"{count} cards, not {len(names.split())}")
