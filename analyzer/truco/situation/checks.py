"""What must hold between the parts of a situation, in every truco."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING

from analyzer.core.cards import Deck
from analyzer.core.errors import CardError, MissingError, RuleError, SituationError
from analyzer.truco.referee.hand import DEALT

if TYPE_CHECKING:
    from analyzer.truco.situation.notation import Word
    from analyzer.truco.situation.replay import Replay
    from analyzer.truco.situation.situation import TrucoSituation


def verify_seat(players: int, position: int) -> None:
    """Raise ``SituationError`` unless so many can play and the position is one of theirs."""
    if players not in (2, 4):
        raise SituationError(players, "players", "2 or 4")
    if not 1 <= position <= players:
        raise SituationError(position, "position", f"1 to {players}, with {players} players")


def verify_cards(
    situation: TrucoSituation,
    deck: Deck,
    verify_in_deck: Callable[[int, str], None],
    *,
    count: int = DEALT,
    homes: Mapping[int, str] | None = None,
) -> None:
    """Raise ``InputError`` unless all known cards are in the deck and in one place only.

    Parameters
    ----------
    situation
        Whose cards they are.
    deck
        For their names.
    verify_in_deck
        Raises an error when a card is not played with; takes the card and its place.
    count
        How many cards the one who asks has.
    homes
        Where other cards are, such as the vira.

    Raises
    ------
    InputError
        With the card, where it stood, and what is allowed.
    """
    if len(situation.hand) != count:
        _refuse_count(situation.hand, "hand", str(count), deck)
    if situation.partner and situation.players == 2:
        raise SituationError(
            deck.names(situation.partner), "partner", "nothing, with 2 players there is none"
        )
    if len(situation.partner) > DEALT:
        _refuse_count(situation.partner, "partner", f"1 to {DEALT}", deck)
    known = dict(homes or {})
    for place in ("hand", "partner", "seen"):
        for number, card in enumerate(getattr(situation, place), 1):
            spot = f"{place}, card {number}"
            verify_in_deck(card, spot)
            if card in known:
                raise CardError(deck.name(card), spot, f"a card once; it is {known[card]} already")
            known[card] = f"in {place}"


def verify_state(situation: TrucoSituation, now: Replay, call: Word | None, needed: str) -> None:
    """Raise ``InputError`` unless the hand is where the question can be asked.

    Parameters
    ----------
    situation
        The question and who asks it.
    now
        The hand followed to its present state.
    call
        The unanswered call at its end.
    needed
        What the question ``accept`` wants to be told, when there is none.

    Raises
    ------
    InputError
        With what stands in the way, and what is allowed.
    """
    if now.hand.winner is not None:
        raise SituationError(situation.played, "played", "a hand that is not over yet")
    if situation.question == "accept" or (situation.question == "advise" and call is not None):
        _verify_called(situation, now, call, needed)
    elif call is not None:
        raise RuleError(call.text, call.place, f"an answer to it: {now.answers()}")


def verify_hidden(situation: TrucoSituation, now: Replay) -> None:
    """Raise ``SituationError`` unless cards of unknown place are enough for the hidden hands."""
    lays = [lay for trick in now.hand.tricks for lay in trick.lays] + now.hand.table
    known = sum(lay.seat != situation.my_seat and lay.card is not None for lay in lays)
    hidden = DEALT * (situation.players - 1) - known - len(now.partner_left())
    unseen = len(now.unseen())
    if unseen < hidden:
        raise SituationError(
            now.hand.deck.names(situation.seen),
            "seen",
            f"at most {len(situation.seen) - hidden + unseen} cards, others hold {hidden} more",
        )


def verify_points(score: tuple[int, int], text: str, last: int) -> None:
    """Raise ``SituationError`` unless both sides have points that win no match yet."""
    if not all(0 <= points <= last for points in score):
        raise SituationError(text, "score", f"us-them, each from 0 to {last}")


def _verify_called(situation: TrucoSituation, now: Replay, call: Word | None, needed: str) -> None:
    pending = now.hand.pending
    if call is None or pending is None:
        raise MissingError("call", needed)
    if pending.side != situation.my_side:
        raise RuleError(
            call.text,
            call.place,
            f"a call of the other side; this one is of {now.name(pending.caller)}",
        )


def _refuse_count(cards: Iterable[int], place: str, count: str, deck: Deck) -> None:
    names = deck.names(cards)
    raise SituationError(names, place, f"{count} cards, not {len(names.split())}")
