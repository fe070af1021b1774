"""What to do with the card seen in the cut."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Unpack

import numpy as np

from analyzer.core.effort import Effort
from analyzer.core.errors import SituationError
from analyzer.core.estimate import Estimate, weighted
from analyzer.core.result import Result
from analyzer.core.rng import deal_key
from analyzer.paulista.cards import DECK, deck_cards, strength_of_cards
from analyzer.paulista.questions.asking import Asked, Case, Options
from analyzer.paulista.spots import dealt_spot, viras
from analyzer.paulista.worth import worth_of
from analyzer.truco.decisions import best_action, played_value
from analyzer.truco.odds import Counts, result_counts
from analyzer.truco.spot import Spot


@dataclass(frozen=True, kw_only=True)
class CutResult(Result):
    """What to do with the card.

    Attributes
    ----------
    action
        ``"keep"``, ``"give"`` (to the partner) or ``"leave"``.
    values
        What each is worth, the hand being played out without calls; ``give`` is
        ``None`` with two players.
    unit
        ``"points"`` of this hand, or ``"match"``: chance to win the match.
    equity
        The table of match equities used.
    """

    game = "paulista"
    question = "cut"

    action: str
    values: dict[str, Estimate | None]
    unit: str
    equity: dict[str, Any] | None

    def headline(self) -> str:
        """Return the answer in a few words."""
        return f"{self.action} the card"


def cut(
    situation: Asked,
    *,
    play: str = "expert",
    equity: str | None = None,
    **options: Unpack[Options],
) -> CutResult:
    """Return what keeping, giving and leaving the card seen in the cut are worth.

    The vira is not known yet: every card that may be turned up is gone through.

    Parameters
    ----------
    situation
        A ``Situation``, its fields, or the card with the other fields as keywords.
    play
        A policy for all, ``mine/theirs`` or ``mine/partner/theirs``.
    equity
        The table of match equities for a situation with a score.
    **options
        How much work, and fields of the situation; see ``Options``.

    Raises
    ------
    InputError
        For whatever is unknown, missing or wrong, and with four players for
        ``exact``, which would take hours.
    """
    case = Case.of("cut", situation, play, options)
    if case.effort.exact and case.situation.players == 4:
        raise SituationError("exact", "options", "a sample, for the cut with four players")
    unit, worth, table = worth_of(case.situation, equity, case.effort)
    seat, players = case.situation.my_seat, case.situation.players
    stake = case.situation.stake
    effort = _shared(case)
    holders = {"keep": seat, "give": seat ^ 2 if players == 4 else None, "leave": -1}
    found: dict[str, Estimate | None] = {}
    counted: list[Counts] = []
    for name, holder in holders.items():
        if holder is None:
            found[name] = None
            continue
        parts = []
        for part, (weight, spot) in enumerate(_spots(case, holder)):
            counts = result_counts(spot, case.lineup, _own_luck(effort, part), side=seat & 1)
            if counts.interrupted:  # the other viras are missing
                raise KeyboardInterrupt
            counted.append(counts)
            parts.append((weight, played_value(counts, seat & 1, worth, stake)))
        found[name] = weighted(parts)
    best = best_action({name: value for name, value in found.items() if value is not None})
    origin = _together(counted, effort.seed)
    return CutResult(basis=case.basis(origin), action=best, values=found, unit=unit, equity=table)


def _shared(case: Case) -> Effort:
    """Return the effort for the hands with one rank of the vira, a part of the whole."""
    effort, parts = case.effort, len(viras(case.situation.rules))
    if effort.deals is not None:
        return replace(effort, deals=max(effort.deals // parts, 2))
    if effort.exact or (case.situation.players == 2 and effort.precision is None):
        return effort
    return replace(effort, precision=min(effort.half_width * math.sqrt(parts), 0.5))


def _own_luck(effort: Effort, part: int) -> Effort:
    """Return the effort with a seed of its own for one rank of the vira.

    The same deals under every vira would not be independent samples.
    """
    return replace(effort, seed=int(deal_key(np.uint64(effort.seed), part)))


def _spots(case: Case, holder: int) -> Iterator[tuple[float, Spot]]:
    """Yield the hands just dealt for every rank of the vira, with their chances.

    ``holder`` has the card; -1 for an ordinary deal.
    """
    rules, players = case.situation.rules, case.situation.players
    card = case.situation.hand[0]
    unknown = len(deck_cards(rules)) - (holder >= 0)
    for vira in viras(rules):
        same_rank = 1 if vira is None else len(DECK.suits)
        if vira is None:
            turned: int | None = None
        else:
            rank = DECK.rank(vira)
            turnable = [DECK.card(rank, suit) for suit in range(len(DECK.suits))]
            if holder >= 0:
                turnable = [one for one in turnable if one != card]
            same_rank, turned = len(turnable), turnable[0]
        spot = dealt_spot(rules, players, turned)
        if holder >= 0:
            spot = _given(spot, holder, strength_of_cards(rules, turned)[card] + 1)
        yield (1.0 if turned is None else same_rank / unknown), spot


def _given(spot: Spot, seat: int, power: int) -> Spot:
    """Return the spot with one card of a power taken from the pack for a seat."""
    needs, fixed = spot.needs.copy(), spot.fixed.copy()
    needs[seat] -= 1
    fixed[seat] = power
    deck = list(spot.decks[0])
    deck.remove(power)
    return Spot(spot.start, needs, fixed, np.array([deck], np.uint8))


def _together(counted: list[Counts], seed: int) -> Counts:
    """Return the provenance of several counts; sampled, from a seed, if any of them was."""
    deals = sum(counts.deals for counts in counted)
    sampled = [counts for counts in counted if counts.method == "monte_carlo"]
    first = (sampled or counted)[0]
    return replace(first, deals=deals, seed=seed if sampled else None)
