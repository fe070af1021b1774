"""What a player knows of flores from what was announced, and whether it can be [5-9]."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from analyzer.boricua.cards import DECK, card_names, flor
from analyzer.boricua.referee import from_mano
from analyzer.boricua.referee.flores import MANO
from analyzer.core.errors import RuleError, SituationError
from analyzer.truco.referee.hand import DEALT

if TYPE_CHECKING:
    from analyzer.boricua.situation.situation import Situation

_SUITS = len(DECK.suits)

Counts = tuple[int, ...]
"""How many cards there are of each suit."""


def known_flores(situation: Situation) -> tuple[bool | None, ...]:
    """Return for each seat whether it was dealt a flor, ``None`` where nobody can tell.

    Own cards and a partner's three known cards tell by themselves; so does an
    announcement, and its absence, but for a mano who passes a ley [6].
    """
    asks_about_flores = situation.question in ("envite", "flor")
    found: list[bool | None] = []
    for seat in range(situation.players):
        cards = _known_cards(situation, seat)
        if len(cards) == DEALT:
            found.append(flor(cards) is not None)
        elif not asks_about_flores or (seat == MANO and situation.rules.mano_a_ley):
            found.append(None)
        else:
            found.append((seat or situation.players) in situation.announced)
    return tuple(found)


def announced_with_mine(situation: Situation) -> tuple[int, ...]:
    """Return the positions of those who have announced, those that the cards show included."""
    shown = set(situation.announced)
    for position in range(1, situation.players + 1):
        seat = position % situation.players
        cards = _known_cards(situation, seat)
        says = seat != MANO or not situation.rules.mano_a_ley
        if says and len(cards) == DEALT and flor(cards) is not None:
            shown.add(position)
    return tuple(sorted(shown))


def verify_announced(situation: Situation) -> None:
    """Raise ``InputError`` unless the announcements are true and allowed."""
    _verify_positions(situation, situation.announced, "announced")
    given = _written(situation.announced)
    for position in situation.announced:
        seat = position % situation.players
        if seat == MANO and situation.rules.mano_a_ley:
            raise RuleError(given, "announced", "not position 1: mano passes a ley (mano_a_ley)")
        _verify_one_suit(situation, seat, given, "announced")


def verify_possible(situation: Situation) -> None:
    """Raise ``SituationError`` unless some deal has just the flores that were announced."""
    unseen = [0] * _SUITS
    for card in situation.unseen:
        unseen[DECK.suit(card)] += 1
    flores = known_flores(situation)
    seats = [seat for seat in range(situation.players) if seat != situation.my_seat]
    if not _fits(tuple(unseen), [(_known_cards(situation, seat), flores[seat]) for seat in seats]):
        raise SituationError(
            _written(situation.announced),
            "announced",
            "flores for which the unseen cards leave room, and no others",
        )


def verify_sent(situation: Situation) -> None:
    """Raise ``InputError`` unless these flores can have been sent before the one who asks decides.

    An envite comes only when nobody has sent one [8].
    """
    sent = situation.sent or ()
    _verify_positions(situation, sent, "sent")
    given = _written(sent)
    if sent and situation.question == "envite":
        raise RuleError(given, "sent", "nobody: a flor that was sent cancels the envite")
    flores = known_flores(situation)
    for position in sent:
        seat = position % situation.players
        if seat & 1 == situation.my_side:
            raise RuleError(given, "sent", "no flor of your side, which has yet to decide")
        if flores[seat] is False:
            raise RuleError(given, "sent", f"not position {position}, who has announced no flor")
        if not _decided(situation, seat, flores):
            raise RuleError(given, "sent", f"not position {position}, whose turn comes after yours")
    if len(sent) > 1:
        raise RuleError(given, "sent", "one flor for each side")


def verify_sent_before(situation: Situation) -> None:
    """Raise ``InputError`` unless these flores can have been sent before the truco."""
    sent = situation.sent or ()
    _verify_positions(situation, sent, "sent")
    given = _written(sent)
    for position in sent:
        seat = position % situation.players
        if position not in situation.announced and seat != MANO:
            raise RuleError(given, "sent", f"not position {position}, who has announced no flor")
        _verify_one_suit(situation, seat, given, "sent")
    if len({position & 1 for position in sent}) < len(sent):
        raise RuleError(given, "sent", "one flor for each side")


def all_before_me(situation: Situation) -> bool:
    """Return whether all opponents have sent or kept silent before my side decides [7].

    Then the dealer decides for his side, who alone speaks after both of them.
    """
    partner = (situation.my_seat + 2) % situation.players
    partner_first = partner != situation.my_seat and situation.flores[partner] is True
    return situation.position == situation.players and not partner_first


def _decided(situation: Situation, seat: int, flores: Sequence[bool | None]) -> bool:
    """Return whether the side of an opponent may have decided before mine does.

    Each side decides at the turn of its holder nearest to mano [7].
    """
    order = from_mano(situation.players)
    theirs = [flores[other] is not False and other & 1 == seat & 1 for other in order]
    mine = [flores[other] is True and other & 1 == situation.my_side for other in order]
    return theirs.index(True) < mine.index(True)


def _verify_one_suit(situation: Situation, seat: int, given: str, place: str) -> None:
    """Raise ``RuleError`` when the cards that a seat is known to have been dealt are no flor."""
    hand = situation.replay()
    lays = [lay for trick in hand.tricks for lay in trick.lays] + list(hand.table)
    played = [lay.card for lay in lays if lay.seat == seat and lay.card is not None]
    cards = tuple(dict.fromkeys([*_known_cards(situation, seat), *played]))
    if len({DECK.suit(card) for card in cards}) > 1:
        whose = "your" if seat == situation.my_seat else "your partner's"
        if (seat ^ situation.my_seat) & 1:
            whose = "his"
        raise RuleError(
            given,
            place,
            f"not position {seat or situation.players}: {whose} {card_names(cards)} is no flor",
        )


def _known_cards(situation: Situation, seat: int) -> tuple[int, ...]:
    if seat == situation.my_seat:
        return situation.hand
    return situation.partner if (seat ^ situation.my_seat) & 1 == 0 else ()


def _verify_positions(situation: Situation, positions: Sequence[int], place: str) -> None:
    for number, position in enumerate(positions):
        if not 1 <= position <= situation.players:
            raise SituationError(position, place, f"positions from 1 to {situation.players}")
        if position in positions[:number]:
            raise SituationError(position, place, "each position once")


def _fits(unseen: Counts, seats: Sequence[tuple[tuple[int, ...], bool | None]]) -> bool:
    """Return whether hands of these known cards, with and without flor, can be filled up."""
    if not seats:
        return True
    (cards, has), *others = seats
    held = [0] * _SUITS
    for card in cards:
        held[DECK.suit(card)] += 1
    for drawn in _draws(unseen, DEALT - len(cards)):
        is_flor = max(a + b for a, b in zip(held, drawn, strict=True)) == DEALT
        if has in (None, is_flor):
            left = tuple(a - b for a, b in zip(unseen, drawn, strict=True))
            if _fits(left, others):
                return True
    return False


def _draws(unseen: Counts, count: int) -> Iterator[Counts]:
    """Yield how many cards of each suit may be drawn."""
    if not unseen:
        if count == 0:
            yield ()
        return
    for first in range(min(count, unseen[0]) + 1):
        for rest in _draws(unseen[1:], count - first):
            yield (first, *rest)


def _written(positions: Sequence[int]) -> str:
    return " ".join(map(str, positions))
