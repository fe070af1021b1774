"""What a hand is worth when nobody calls any more, and which card to play."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Unpack

from analyzer.core.estimate import Estimate
from analyzer.core.result import Result
from analyzer.paulista.cards import card_name, strength_of_cards
from analyzer.paulista.questions.asking import Asked, Case, Options
from analyzer.truco.odds import CardCounts, card_counts, result_counts


@dataclass(frozen=True)
class CardValue:
    """What playing one card now leads to.

    Attributes
    ----------
    card
        Its name; of equal cards the first.
    win, undecided
        Chances that my side wins the hand, and that nobody does.
    behind
        How far the card is behind the best, in chance to win with half an
        undecided hand counted; from the same deals for all cards.
    """

    card: str
    win: Estimate
    undecided: Estimate
    behind: Estimate


@dataclass(frozen=True, kw_only=True)
class HandResult(Result):
    """Chances of a hand.

    Attributes
    ----------
    win, undecided
        Chances that my side wins it, and that nobody does.
    cards
        The same for each card I could play now, best first; empty when it is
        not my turn.
    action
        The best card, ``None`` when it is not my turn.
    """

    game = "paulista"
    question = "hand"

    win: Estimate
    undecided: Estimate
    cards: tuple[CardValue, ...]
    action: str | None

    def headline(self) -> str:
        """Return the answer in a few words."""
        chance = f"wins {self.win.value:.1%}"
        return f"play {self.action}, {chance}" if self.action else chance


def hand(situation: Asked, *, play: str = "expert", **options: Unpack[Options]) -> HandResult:
    """Return the chance that my side wins the hand, nobody calling any more.

    Parameters
    ----------
    situation
        A ``Situation``, its fields, or the three cards with the other fields as
        keywords.
    play
        A policy for all, ``mine/theirs`` or ``mine/partner/theirs``.
    **options
        How much work, and fields of the situation; see ``Options``.

    Raises
    ------
    InputError
        For whatever is unknown, missing or wrong.

    Examples
    --------
    >>> from analyzer import paulista
    >>> found = paulista.hand("4♣ 7♦ 2♥", vira="7♠", play="greedy")
    >>> found.basis.method, round(found.win.value, 6)
    ('exact', 0.068207)
    """
    case = Case.of("hand", situation, play, options)
    side = case.situation.my_side
    if not case.situation.my_turn:
        counts = result_counts(case.table, case.lineup, case.effort, side=side)
        return HandResult(
            basis=case.basis(counts),
            win=counts.chance(side),
            undecided=counts.chance(2),
            cards=(),
            action=None,
        )
    cards = _cards_by_slot(case)
    found = card_counts(case.table, case.lineup, case.effort, [-1, *cards], side=side)
    values = _card_values(found, list(cards.values()))
    win, undecided = _chances(found, 0)
    return HandResult(
        basis=case.basis(found.origin),
        win=win,
        undecided=undecided,
        cards=values,
        action=values[0].card,
    )


def _cards_by_slot(case: Case) -> dict[int, str]:
    """Return the names of my cards by their slots, of equal cards the first only."""
    strength = strength_of_cards(case.situation.rules, case.situation.vira)
    mine = sorted(case.situation.my_cards, key=lambda card: -strength[card])
    found: dict[int, str] = {}
    for slot, card in enumerate(mine):
        if slot == 0 or strength[card] != strength[mine[slot - 1]]:
            found[slot] = card_name(card)
    return found


def _card_values(found: CardCounts, names: list[str]) -> tuple[CardValue, ...]:
    """Return the cards' values, best first; entry 0 of the counts is not a card's."""
    halves = 2 * found.won[1:] + found.undecided[1:]
    order = sorted(range(len(names)), key=lambda i: -halves[i])
    best = order[0]
    values = []
    for i in order:
        win, undecided = _chances(found, i + 1)
        behind = _behind(found, best + 1, i + 1)
        values.append(CardValue(names[i], win, undecided, behind))
    return tuple(values)


def _behind(found: CardCounts, best: int, other: int) -> Estimate:
    """Return how far a card is behind the best, in wins, from their common deals."""
    deals = found.origin.deals
    total = int(
        2 * (found.won[best] - found.won[other]) + found.undecided[best] - found.undecided[other]
    )
    if found.products is None:
        return Estimate.exact(total / (2 * deals))
    squares = found.products[best, best] + found.products[other, other]
    squares -= 2 * found.products[best, other]
    return Estimate.mean(total, int(squares), deals, found.origin.z).affine(0.5)


def _chances(found: CardCounts, entry: int) -> tuple[Estimate, Estimate]:
    won, undecided = int(found.won[entry]), int(found.undecided[entry])
    origin = found.origin
    nobody = Estimate.exact(0.0) if origin.always_won else origin.share(undecided)
    return origin.share(won), nobody
