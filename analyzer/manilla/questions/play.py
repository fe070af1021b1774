"""Which card to play now."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Unpack

from analyzer.core.effort import split_options
from analyzer.core.estimate import Estimate
from analyzer.core.result import Basis, Result
from analyzer.manilla.cards import card_name, mask_of
from analyzer.manilla.choices import Choices, representatives
from analyzer.manilla.hidden import Hidden
from analyzer.manilla.policies import DEFAULT
from analyzer.manilla.questions.asking import Asked, Options, count_all, read_situation
from analyzer.manilla.situation import TableState
from analyzer.manilla.trials import Trial


@dataclass(frozen=True, kw_only=True)
class CardChances:
    """What comes of playing a card.

    Attributes
    ----------
    card
        The card.
    points
        Mean points of my pair at the end of the deal, of 72.
    win, tie, capote
        Chances of more than 36 points, of just 36, and of all twelve tricks.
    behind
        How many points fewer than by the best card, in the same deals.
    """

    card: str
    points: Estimate
    win: Estimate
    tie: Estimate
    capote: Estimate
    behind: Estimate


@dataclass(frozen=True, kw_only=True)
class PlayResult(Result):
    """Which card to play.

    Attributes
    ----------
    action
        The card with the most points; of equals the lowest.
    clear
        Whether it is better at 95 % than all others, but for those that lead to just the
        same. The error is split over the looks at the sample and the cards.
    cards
        What every card that may be played leads to, best first.
    unsolved
        With ``open``, how many deals were too hard to solve. They count as a range, which
        makes intervals wider.
    """

    game = "manilla"
    question = "play"

    action: str
    clear: bool
    cards: tuple[CardChances, ...]
    unsolved: int

    def headline(self) -> str:
        """Return the answer in a few words."""
        return f"play {self.action}: {self.cards[0].points.value:.1f} points"


def play(situation: Asked, *, play: str = DEFAULT, **options: Unpack[Options]) -> PlayResult:
    """Return which card to play, by the points that each of them brings.

    All cards are tried in the same hidden deals, drawn from all that fit; more and more
    of them, until the best card is clear, or up to a most that depends on the tricks left.

    Parameters
    ----------
    situation
        A ``Situation``, its fields, or the twelve cards with the other fields as
        keywords.
    play
        How cards are played from then on: a policy for all, ``mine/theirs`` or
        ``mine/partner/theirs``; or ``open``: everybody sees all cards and plays perfectly.
    **options
        How much work, and fields of the situation; see ``Options``. ``precision`` is of
        the best card's chance of more than 36 points.

    Raises
    ------
    InputError
        For whatever is unknown, missing or wrong.

    Examples
    --------
    >>> from analyzer import manilla
    >>> cards = "9O 3O 9C 8C 7C 2C 9E 8E 9B 8B 3B 2B"
    >>> found = manilla.play(cards, trump="B", position=2, played="12O")
    >>> found.action, found.clear
    ('9O', True)
    """
    effort, named = split_options(options)
    asked = read_situation("play", situation, named)
    state = asked.table_state()
    trial = Trial.of(play, state)
    hidden = Hidden.of(state)
    every = count_all(hidden, trial.few, effort)
    stands_for = representatives(state.mine, _others(state))
    tried = sorted({stands_for[card] for card in asked.legal})
    found, interrupted = trial.run(asked, hidden, tried, effort, every=every)
    rows = {card: tried.index(stands_for[card]) for card in asked.legal}
    ranked = sorted(rows, key=lambda card: (-found.points(rows[card]).value, card))
    return PlayResult(
        basis=Basis(
            rules=asked.rules.to_dict(),
            situation=asked.to_dict(),
            play=trial.name,
            method="exact" if every else "monte_carlo",
            deals=found.deals,
            seed=None if every else effort.seed,
            interrupted=interrupted,
        ),
        action=card_name(ranked[0]),
        clear=found.clear,
        cards=tuple(_chances(found, rows[card], card) for card in ranked),
        unsolved=found.unsolved,
    )


def _chances(found: Choices, row: int, card: int) -> CardChances:
    return CardChances(
        card=card_name(card),
        points=found.points(row),
        win=found.win(row),
        tie=found.tie(row),
        capote=found.capote(row),
        behind=found.behind(row),
    )


def _others(state: TableState) -> int:
    """Return the mask of the cards in other hands and on the table."""
    return mask_of([*map(int, state.unseen), *(card for _seat, card in state.table)])
