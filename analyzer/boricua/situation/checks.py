"""What must hold between the parts of a boricua situation before any card is played."""

from __future__ import annotations

from typing import TYPE_CHECKING

from analyzer.boricua.cards import DECK, card_names, flor, verify_in_deck
from analyzer.boricua.situation.fields import QUESTIONS
from analyzer.boricua.situation.flores import (
    verify_announced,
    verify_possible,
    verify_sent,
    verify_sent_before,
)
from analyzer.core.errors import MissingError, RuleError, SituationError
from analyzer.core.fields import printable
from analyzer.truco.situation import checks

if TYPE_CHECKING:
    from analyzer.boricua.situation.situation import Situation
    from analyzer.boricua.situation.talk import Said, Talk
    from analyzer.truco.situation.notation import Word
    from analyzer.truco.situation.replay import Replay


def verify_frame(situation: Situation) -> None:
    """Raise ``InputError`` unless question, players, position, score and stake fit.

    Raises
    ------
    InputError
        With the value, the field, and what is allowed.
    """
    if situation.question not in QUESTIONS:
        raise SituationError(situation.question, "question", "one of " + ", ".join(QUESTIONS))
    _verify_fields(situation)
    checks.verify_seat(situation.players, situation.position)
    if situation.score is not None:
        checks.verify_points(situation.score, situation.score_text, situation.rules.target - 1)
    situation.rules.verify_stake(situation.stake)


def verify_cards(situation: Situation) -> None:
    """Raise ``InputError`` unless all known cards are in the deck and in one place only.

    Raises
    ------
    InputError
        With the card, where it stood, and what is allowed.
    """
    checks.verify_cards(situation, DECK, verify_in_deck)
    if situation.question == "flor" and flor(situation.hand) is None:
        raise RuleError(card_names(situation.hand), "hand", "a flor, three cards of one suit")


def verify_state(situation: Situation, now: Replay, call: Word | None) -> None:
    """Raise ``InputError`` unless the hand is where the question can be asked.

    Raises
    ------
    InputError
        With what stands in the way, and what is allowed.
    """
    checks.verify_state(situation, now, call, QUESTIONS["accept"]["call"].example)
    checks.verify_hidden(situation, now)
    if situation.question == "accept" and situation.score is None and now.hand.pending is not None:
        rules = situation.rules
        if rules.ladder[now.hand.pending.step] >= rules.target:
            word = rules.calls[now.hand.pending.step - 1]
            example = QUESTIONS["accept"]["score"].example
            raise MissingError("score", f"{example}: {word} is for the match")


def verify_flores(situation: Situation) -> None:
    """Raise ``InputError`` unless what was said and sent of flores can be."""
    verify_announced(situation)
    verify_sent(situation)
    verify_possible(situation)


def verify_past_flores(situation: Situation) -> None:
    """Raise ``InputError`` unless flores can have been announced and sent before the cards fell."""
    verify_announced(situation)
    verify_sent_before(situation)


def verify_talk(situation: Situation, talk: Talk, last: Said | None) -> None:
    """Raise ``InputError`` unless it is for the one who asks to open an envite, or to answer.

    Parameters
    ----------
    situation
        Who asks.
    talk
        The envite so far.
    last
        The word that ended it, if one was given.

    Raises
    ------
    InputError
        With what stands in the way, and what is allowed.
    """
    envite, turn = talk.envite, talk.envite.turn
    if envite.over:
        raise SituationError(situation.played, "played", "a talk in which not all have passed")
    if envite.pending is not None and last is not None:
        if envite.pending.side != situation.my_side:
            caller = talk.name(envite.pending.caller)
            raise RuleError(
                last.text, last.place, f"a call of the other side; this one is of {caller}"
            )
    elif turn is not None and turn != situation.my_seat:
        raise RuleError(
            situation.position,
            "position",
            f"the one to open or pass: it is {talk.name(turn)}'s turn",
        )


def _verify_fields(situation: Situation) -> None:
    """Verify that nothing is told which the question does not take."""
    known = QUESTIONS[situation.question]
    for name in ("played", "call", "announced", "sent"):
        value = getattr(situation, name)
        if value and name not in known:
            raise SituationError(
                printable(value), name, f"nothing, the question {situation.question} takes it not"
            )
