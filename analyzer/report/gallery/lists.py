"""Tables of the gallery that are made of one answer after another."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from analyzer.truco.profiles import PROFILES

if TYPE_CHECKING:
    import pandas as pd

    from analyzer.core.result import Result

_SUITS = "♦♠♥♣"

_STORY = ("game", "question", "rules", "play", "caller", "answers", "method", "seed", "version")


def accept_list(vira: str, **options: Any) -> pd.DataFrame:
    """Return what ``paulista.accept`` says of every hand.

    Parameters
    ----------
    vira
        The card turned up.
    **options
        Of ``accept``; ``position`` among them.

    Returns
    -------
    pandas.DataFrame
        Columns ``hand``, ``share`` (of all deals), ``action``, ``win`` (if accepted),
        ``break_even``, and the values of ``run``, ``accept`` and ``raise``.
    """
    from analyzer.paulista import accept, table

    hands = table("hands", vira=vira[0], position=options["position"], play="expert")
    answers = [accept(_dealt(name, vira), vira=vira, **options) for name in hands["hand"]]
    heads = hands[["hand", "share"]].to_dict("records")
    return _listed(heads, answers)


def envite_list(**options: Any) -> pd.DataFrame:
    """Return what ``boricua.envite`` says of every liga, to callers of every name.

    Parameters
    ----------
    **options
        Of ``envite``; ``position`` among them.

    Returns
    -------
    pandas.DataFrame
        Columns ``caller``, ``liga``, ``hand`` (one with this liga and no flor),
        ``action``, ``win`` (of the envite, if accepted), ``break_even``, and the values of
        ``run``, ``accept`` and ``revoke``.
    """
    from analyzer.boricua import envite, table

    hands = table("hands", position=options["position"], play="expert")
    ones = hands[hands["flor"].isna()].drop_duplicates("liga").sort_values("liga")
    heads = [
        {"caller": caller, "liga": liga, "hand": hand}
        for caller in PROFILES
        for liga, hand in zip(ones["liga"], ones["hand"], strict=True)
    ]
    answers = [envite(head["hand"], caller=head["caller"], **options) for head in heads]
    found = _listed(heads, answers)
    found.attrs["caller"] = list(PROFILES)
    return found


def _listed(heads: Iterable[dict[Any, Any]], answers: list[Any]) -> pd.DataFrame:
    """Return a row for each answer, after what it is an answer about."""
    import pandas as pd

    frame = pd.DataFrame(
        [{**head, **_row(found)} for head, found in zip(heads, answers, strict=True)]
    )
    frame.attrs = _story(answers)
    return frame


def _row(found: Any) -> dict[str, Any]:
    values = found.values.items()  # noqa: PD011, of a decision
    head = {"action": found.action, "win": found.win.value, "break_even": found.break_even}
    return {**head, **{name: value.value for name, value in values if value is not None}}


def _story(answers: list[Result]) -> dict[Any, Any]:
    """Return what all answers rest on, and how many deals together."""
    told = answers[0].to_dict()
    asked = {name: value for name, value in told["situation"].items() if name != "hand"}
    deals = sum(found.basis.deals for found in answers)
    return {**{name: told[name] for name in _STORY}, "situation": asked, "deals": deals}


def _dealt(name: str, vira: str) -> str:
    """Return cards for a hand of a table, which tells no suits but those of manilhas."""
    cards: list[str] = []
    for card in name.split():
        suited = [card] if card[-1] in _SUITS else [card + suit for suit in _SUITS]
        cards.append(next(one for one in suited if one != vira and one not in cards))
    return " ".join(cards)
