"""Whether to send a flor or to keep silent."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Unpack

from analyzer.boricua.cards import HIGHEST_FLOR
from analyzer.boricua.ligas import Known
from analyzer.boricua.owed import Owed, owed_unless_sent
from analyzer.boricua.policies import DEFAULT
from analyzer.boricua.questions.asking import Asked, Options, partner_known
from analyzer.boricua.questions.talk import TalkCase
from analyzer.boricua.rules import FLOR, FLOR_AGAINST_FLOR
from analyzer.boricua.sending import FlorStanding, flor_standing
from analyzer.boricua.situation import Situation
from analyzer.boricua.worth import Worth
from analyzer.core.errors import PolicyError
from analyzer.core.estimate import Estimate
from analyzer.core.fields import read_number
from analyzer.core.result import Result
from analyzer.truco.decisions import best_action


@dataclass(frozen=True, kw_only=True)
class FlorResult(Result):
    """Whether to send a flor.

    Attributes
    ----------
    action
        ``"send"`` or ``"silent"``.
    flor
        The total of mine; of two in my side the better one is sent.
    unsent
        Chance that the other side sends none.
    better, worse
        Chances that it sends one, and ours wins or loses against it.
    values
        What sending and silence are worth.
    unit
        ``"points"`` of the flores, or ``"match"``: chance to win the match.
    tricks
        With a score the chance that my side wins the tricks, else ``None``. Where it is
        sampled, the values are as sure as it is.
    penalty
        What silence costs at the end of the hand.
    flor_send
        The smallest flor that they send, 0 when they send any.
    equity
        The table of match equities used.
    partner_known
        With four players: whether the partner's cards went into the answer.
    """

    game = "boricua"
    question = "flor"

    action: str
    flor: int
    unsent: Estimate
    better: Estimate
    worse: Estimate
    values: dict[str, Estimate]
    unit: str
    tricks: Estimate | None
    penalty: int
    flor_send: int
    equity: dict[str, Any] | None
    partner_known: bool | None

    def headline(self) -> str:
        """Return the answer in a few words."""
        return f"{self.action}, flor {self.flor} loses {self.worse.value:.1%}"


def flor(
    situation: Asked,
    *,
    play: str = DEFAULT,
    flor_send: int | str = 0,
    equity: str = "normal",
    **options: Unpack[Options],
) -> FlorResult:
    """Return what sending a flor is worth, and what silence is.

    Sent against none a flor brings 3; against another one 6 to the better. Silent it brings
    nothing: they have 3 if they send theirs, and 1 at the end of the hand if mine was
    announced, which mano's never costs [8, 9]. All deals that fit what is known are counted.
    Who decides after all opponents knows whether they have sent; unless ``sent`` says so,
    they have not.

    Parameters
    ----------
    situation
        A ``Situation``, its fields, or the three cards with the other fields as keywords.
    play
        How the cards will be played, which matters with a score: a policy for all,
        ``mine/theirs`` or ``mine/partner/theirs``.
    flor_send
        The other side sends a flor of at least this total, and keeps silent below.
    equity
        The table of match equities for a situation with a score. Who wins the truco that
        follows depends on my cards; the envite before it is one with any cards.
    **options
        Fields of the situation, and how much work the tricks may take; see ``Options``.

    Raises
    ------
    InputError
        For whatever is unknown, missing or wrong.

    Notes
    -----
    In points the envite that silence leaves open counts nothing.

    Examples
    --------
    >>> from analyzer import boricua
    >>> found = boricua.flor("5C 6C 7C", position=2, sent=1)
    >>> found.action, found.penalty, round(found.values["send"].value, 4)
    ('send', 1, 5.28)
    """
    case = TalkCase.of("flor", situation, play, equity, options)
    asked, least = case.situation, _least(flor_send)
    found = standing_of(asked, least)
    owed = owed_unless_sent(asked)
    return FlorResult(
        basis=case.basis(found.deals),
        action=best_action(flor_values(found, case.usual, owed)),
        flor=asked.flor or 0,
        unsent=_share(found, found.unsent),
        better=_share(found, found.better),
        worse=_share(found, found.worse),
        values=case.values(lambda worth: flor_values(found, worth, owed)),
        unit=case.worth.unit,
        tricks=case.tricks,
        penalty=owed.theirs,
        flor_send=least,
        equity=case.worth.table,
        partner_known=partner_known(asked),
    )


def standing_of(asked: Situation, least: int = 0) -> FlorStanding:
    """Return how the flor of the one who asks stands; ``least`` as for ``flor_standing``."""
    sent = None if asked.sent is None else [position % asked.players for position in asked.sent]
    return flor_standing(Known.of(asked), least=least, sent=sent)


def flor_values(found: FlorStanding, worth: Worth, owed: Owed) -> dict[str, Estimate]:
    """Return what sending and silence are worth.

    Parameters
    ----------
    found
        How the flores stand.
    worth
        What points are worth.
    owed
        What each side gets if the other sends none.
    """
    we_send, they_send = Owed(owed.ours, 0), Owed(0, owed.theirs)
    both = Owed()
    send = (
        found.unsent * worth.after_flor(FLOR, 0, we_send)
        + found.better * worth.after_flor(FLOR_AGAINST_FLOR, 0, both)
        + found.worse * worth.after_flor(0, FLOR_AGAINST_FLOR, both)
    )
    sent = found.better + found.worse
    silent = found.unsent * worth.without_flor(owed) + sent * worth.after_flor(0, FLOR, they_send)
    return {
        "send": Estimate.exact(send / found.deals),
        "silent": Estimate.exact(silent / found.deals),
    }


def _share(found: FlorStanding, count: int) -> Estimate:
    return Estimate.exact(count / found.deals)


def _least(given: int | str) -> int:
    """Return the smallest flor that is sent; one more than the highest stands for none.

    Raises
    ------
    InputError
        When no flor is such.
    """
    allowed = f"a total from 0 to {HIGHEST_FLOR + 1}"
    least = read_number(given, "flor-send", allowed)
    if not 0 <= least <= HIGHEST_FLOR + 1:
        raise PolicyError(least, "flor-send", allowed)
    return least
