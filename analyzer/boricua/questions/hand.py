"""What three cards are worth: liga, flor, and the chance to win the tricks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Unpack

from analyzer.boricua.cards import STRENGTH, card_name
from analyzer.boricua.ligas import Known, liga_counts
from analyzer.boricua.policies import DEFAULT
from analyzer.boricua.questions.asking import Asked, Case, Options
from analyzer.core.estimate import Estimate
from analyzer.core.result import Result
from analyzer.truco.odds import CardCounts, Counts, card_counts, result_counts
from analyzer.truco.ranking import behind, best_first


@dataclass(frozen=True)
class CardValue:
    """What playing one card now leads to.

    Attributes
    ----------
    card
        Its name; of equal cards the first.
    win
        Chance that my side wins the tricks.
    behind
        How far the card is behind the best; from the same deals for all cards.
    """

    card: str
    win: Estimate
    behind: Estimate


@dataclass(frozen=True, kw_only=True)
class HandResult(Result):
    """What three cards are worth.

    Attributes
    ----------
    liga
        My liga, also when it is a flor that was not sent.
    flor
        The total of my flor, ``None`` when I have none.
    win
        Chance that my side wins the tricks, nobody calling any more.
    liga_win
        Chance that my side has the best liga, nothing being known of flores; always
        counted over all deals.
    cards
        The chance to win the tricks for each card I could play now, best first; empty
        when it is not my turn.
    action
        The best card, ``None`` when it is not my turn.
    """

    game = "boricua"
    question = "hand"

    liga: int
    flor: int | None
    win: Estimate
    liga_win: Estimate
    cards: tuple[CardValue, ...]
    action: str | None

    def headline(self) -> str:
        """Return the answer in a few words."""
        chance = f"wins {self.win.value:.1%}, liga {self.liga} {self.liga_win.value:.1%}"
        return f"play {self.action}, {chance}" if self.action else chance


def hand(situation: Asked, *, play: str = DEFAULT, **options: Unpack[Options]) -> HandResult:
    """Return the chances that my side wins the tricks and has the best liga.

    Parameters
    ----------
    situation
        A ``Situation``, its fields, or the three cards with the other fields as
        keywords.
    play
        A policy for all, ``mine/theirs`` or ``mine/partner/theirs``: ``expert``,
        ``random``, ``greedy`` or ``open``.
    **options
        How much work, and fields of the situation; see ``Options``.

    Raises
    ------
    InputError
        For whatever is unknown, missing or wrong.

    Examples
    --------
    >>> from analyzer import boricua
    >>> found = boricua.hand("7B 6C 5O", position=2)
    >>> found.liga, found.flor, round(found.win.value, 6), round(found.liga_win.value, 6)
    (7, None, 0.47678, 0.247678)
    """
    case = Case.of("hand", situation, play, options)
    side = case.situation.my_side
    if not case.situation.my_turn:
        counts = result_counts(case.spot, case.lineup, case.effort, side=side)
        return _answer(case, counts, counts.chance(side), ())
    cards = _cards_by_slot(case)
    found = card_counts(case.spot, case.lineup, case.effort, [-1, *cards], side=side)
    values = _card_values(found, ["", *cards.values()])
    return _answer(case, found.origin, found.origin.share(int(found.won[0])), values)


def _answer(case: Case, counts: Counts, win: Estimate, cards: tuple[CardValue, ...]) -> HandResult:
    return HandResult(
        basis=case.basis(counts),
        liga=case.situation.liga,
        flor=case.situation.flor,
        win=win,
        liga_win=liga_counts(Known.of(case.situation)).chance,
        cards=cards,
        action=cards[0].card if cards else None,
    )


def _cards_by_slot(case: Case) -> dict[int, str]:
    """Return the names of my cards by their slots, of equal cards the first only."""
    mine = sorted(case.situation.my_cards, key=lambda card: -STRENGTH[card])
    found: dict[int, str] = {}
    for slot, card in enumerate(mine):
        if slot == 0 or STRENGTH[card] != STRENGTH[mine[slot - 1]]:
            found[slot] = card_name(card)
    return found


def _card_values(found: CardCounts, names: list[str]) -> tuple[CardValue, ...]:
    """Return the cards' values, best first; entry 0 of the counts is not a card's."""
    order = best_first(found)
    return tuple(
        CardValue(names[i], found.origin.share(int(found.won[i])), behind(found, order[0], i))
        for i in order
    )
