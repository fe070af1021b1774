"""What must hold between the parts of a situation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from analyzer.core.errors import CardError, SituationError
from analyzer.manilla.cards import DEALT, DECK, PLAYERS, card_name, card_names
from analyzer.manilla.situation.fields import QUESTIONS, pair_text

if TYPE_CHECKING:
    from analyzer.manilla.rules import Rules
    from analyzer.manilla.situation.knowledge import Knowledge
    from analyzer.manilla.situation.situation import Situation


def verify_frame(situation: Situation) -> None:
    """Raise ``InputError`` unless question, trump, position, score and juegos exist.

    Raises
    ------
    InputError
        With the value, the field, and what is allowed.
    """
    question, rules = situation.question, situation.rules
    if question not in QUESTIONS:
        raise SituationError(question, "question", "one of " + ", ".join(QUESTIONS))
    if situation.trump not in range(len(DECK.suits)):
        raise SituationError(situation.trump, "trump", QUESTIONS[question]["trump"].example)
    if situation.position not in range(1, PLAYERS + 1):
        raise SituationError(situation.position, "position", f"1 to {PLAYERS}")
    verify_scores(rules, situation.score, situation.juegos)


def verify_scores(
    rules: Rules, score: tuple[int, int] | None, juegos: tuple[int, int] | None
) -> None:
    """Raise ``InputError`` unless points and juegos, ours and theirs, may stand so [13, 14].

    Raises
    ------
    InputError
        With the score, the field, and what is allowed.
    """
    _verify_pair(score, "score", rules.target)
    if juegos is not None and rules.match == "individual":
        raise SituationError(
            pair_text(juegos), "juegos", "nothing, in an individual partida points count"
        )
    _verify_pair(juegos, "juegos", rules.juegos_to_win)


def verify_cards(situation: Situation) -> None:
    """Raise ``InputError`` unless every known card can be where it is said to be.

    Raises
    ------
    InputError
        With the card, where it stood, and what is allowed.
    """
    if len(situation.hand) != DEALT:
        raise SituationError(
            card_names(situation.hand), "hand", f"{DEALT} cards, not {len(situation.hand)}"
        )
    homes: dict[int, str] = {}
    for place in ("hand", "partner"):
        for number, card in enumerate(getattr(situation, place), 1):
            spot = f"{place}, card {number}"
            if card not in range(len(DECK)):
                raise CardError(card, spot, f"a card from 0 to {len(DECK) - 1}")
            if card in homes:
                raise CardError(card_name(card), spot, f"a card once; it is {homes[card]} already")
            homes[card] = f"in {place}"
    if situation.shown is not None:
        _verify_shown(situation, situation.shown, homes)
    elif situation.my_seat == 0 and situation.rules.trump_card == "shown":
        trump = DECK.suits[situation.trump]
        if not any(DECK.suit(card) == situation.trump for card in situation.hand):
            raise SituationError(
                card_names(situation.hand), "hand", f"with a {trump}: the dealer turned one up"
            )


def verify_state(situation: Situation, now: Knowledge) -> None:
    """Raise ``InputError`` unless the deal is where the question can be asked.

    Raises
    ------
    InputError
        With what stands in the way, and what is allowed.
    """
    if not any(now.left):
        raise SituationError(situation.played, "played", "a deal that is not over yet")
    if situation.question == "play" and not situation.my_turn:
        turn = now.name(now.tricks.next_seat)
        raise SituationError(situation.position, "position", f"the one to play: it is {turn}")


def _verify_shown(situation: Situation, shown: int, homes: dict[int, str]) -> None:
    """Verify that the card turned up is a trump and can be the dealer's [5]."""
    if shown not in range(len(DECK)):
        raise CardError(shown, "shown", f"a card from 0 to {len(DECK) - 1}")
    name = card_name(shown)
    if situation.rules.trump_card == "hidden":
        raise CardError(name, "shown", "nothing with trump_card=hidden: only the suit is known")
    if DECK.suit(shown) != situation.trump:
        raise CardError(name, "shown", f"a trump: trump is {DECK.suits[situation.trump]}")
    home = homes.get(shown)
    if situation.my_seat == 0:
        if home != "in hand":
            raise CardError(name, "shown", "one of the cards in hand: position 4 has dealt")
        return
    dealer_is_partner = situation.my_seat == 2
    if home == "in hand" or (home == "in partner" and not dealer_is_partner):
        raise CardError(name, "shown", f"a card of the dealer; it is {home} already")
    if dealer_is_partner and home is None and len(situation.partner) == DEALT:
        raise CardError(name, "shown", "one of the partner's cards: he has dealt")


def _verify_pair(pair: tuple[int, int] | None, place: str, below: int) -> None:
    if pair is not None and not all(0 <= points < below for points in pair):
        raise SituationError(pair_text(pair), place, f"us-them, each from 0 to {below - 1}")
