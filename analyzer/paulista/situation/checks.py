"""What must hold between the parts of a paulista situation before any card is played."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from analyzer.core.errors import MissingError, RuleError, SituationError
from analyzer.paulista.cards import DECK, verify_in_deck, verify_vira
from analyzer.paulista.situation.fields import QUESTIONS
from analyzer.truco.referee.hand import DEALT
from analyzer.truco.situation import checks

if TYPE_CHECKING:
    from analyzer.paulista.situation.situation import Situation
    from analyzer.truco.situation.notation import Word
    from analyzer.truco.situation.replay import Replay


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
    position = situation.position
    checks.verify_seat(players, position)
    cutter = players - 1  # left of the dealer, who plays last [9]
    if question == "cut" and position != cutter:
        raise SituationError(position, "position", f"{cutter}, left of the dealer, who cuts")
    if question == "onze" and not situation.rules.onze_choice:
        raise RuleError(
            situation.rules.style,
            "rules",
            f"a choice at {situation.rules.onze_score}, which they do not give; "
            "add --rules online or --rule onze_choice=true",
        )
    if situation.score is not None:
        _verify_score(situation, situation.score)
    elif question == "onze":
        raise MissingError("score", QUESTIONS[question]["score"].example)
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
    homes = {} if situation.vira is None else {situation.vira: "the vira"}
    if situation.question != "cut":
        verify_vira(situation.rules, situation.vira)
    in_deck = partial(verify_in_deck, situation.rules)
    count = 1 if situation.question == "cut" else DEALT
    checks.verify_cards(situation, DECK, in_deck, count=count, homes=homes)


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
    checks.verify_state(situation, now, call, QUESTIONS["accept"]["call"].example)
    if situation.question == "call":
        _verify_may_call(situation, now)
    checks.verify_hidden(situation, now)


def _verify_may_call(situation: Situation, now: Replay) -> None:
    hand = now.hand
    if hand.turn is not None and hand.turn != situation.my_seat:
        turn = hand.turn or situation.players
        raise RuleError(
            situation.position, "position", f"{turn}, whose turn it is: only he may call"
        )
    if hand.right not in (None, situation.my_side):
        raise RuleError(
            situation.played,
            "played",
            "only the side that accepted last may call, and yours did not",
        )
    if hand.stake == hand.rules.ladder[-1]:
        raise RuleError(hand.stake, "stake", f"less than {hand.stake}, the highest there is")


def _verify_score(situation: Situation, score: tuple[int, int]) -> None:
    rules, given = situation.rules, situation.score_text
    onze = rules.onze_score
    checks.verify_points(score, given, rules.target - 1)
    if min(score) >= onze:
        raise SituationError(
            given, "score", "any other: in the escuro nobody sees his cards, or has a choice"
        )
    if situation.question in ("accept", "call") and situation.eleven:
        raise SituationError(
            given, "score", f"both below {onze}: at mão de onze the hand is played without calls"
        )
    if situation.question == "onze" and score[0] < onze:
        raise SituationError(
            given, "score", f"{onze}-S, your points first: only the side at {onze} may choose"
        )
