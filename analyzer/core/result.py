"""What a question returns: the answer, what it rests on, and its forms."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from html import escape
from importlib import import_module
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from analyzer import __version__
from analyzer.core.estimate import Estimate

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

_CHARTS = "analyzer.report.charts"
"""Where answers are drawn: a name, not an import.

Charts stand above the wings and this floor below them; nothing down here needs them to be
imported, loaded or tested. Only who asks an answer for its picture has this door opened, and
matplotlib comes in with it. The import contracts hold for everything else as they stand.
"""

_ESTIMATE = tuple(field.name for field in fields(Estimate))


@dataclass(frozen=True, kw_only=True)
class Basis:
    """What an answer rests on.

    Attributes
    ----------
    rules
        All options of the rules.
    situation
        The question as it was understood.
    play
        How the cards are played.
    method
        ``"exact"`` or ``"monte_carlo"``.
    deals
        Enumerated weight, or number of deals sampled.
    seed
        Of the sample; ``None`` when exact.
    interrupted
        Whether somebody stopped the work, so that less was done than asked.
    """

    rules: Mapping[str, Any]
    situation: Mapping[str, Any]
    play: str | None
    method: Literal["exact", "monte_carlo"]
    deals: int
    seed: int | None
    interrupted: bool = False


@dataclass(frozen=True, kw_only=True)
class Result:
    """An answer; the fields of a subclass are what the question asks for."""

    game: ClassVar[str]
    question: ClassVar[str]

    basis: Basis

    def to_dict(self) -> dict[str, Any]:
        """Return the answer and its basis as plain values, as ``--json`` prints them."""
        answer = {
            field.name: plain(getattr(self, field.name))
            for field in fields(self)
            if field.name != "basis"
        }
        head = {"game": self.game, "question": self.question}
        return {**head, **answer, **plain(self.basis), "version": __version__}

    def to_frame(self) -> pd.DataFrame:
        """Return the answer as a table, one quantity a row.

        Returns
        -------
        pandas.DataFrame
            Columns ``quantity``, ``value``, ``low``, ``high``, ``std_error``, and
            ``best``, whether it tells what the advised action or card is worth; the rest
            of ``to_dict()`` is in ``attrs``.
        """
        import pandas as pd

        answer = self.to_dict()
        rows = list(_quantities(answer))
        frame = pd.DataFrame(rows, columns=["quantity", *_ESTIMATE])
        action = answer.get("action")
        frame["best"] = [
            f"{name}.".startswith((f"values.{action}.", f"cards.{action}."))
            for name in frame["quantity"]
        ]
        named = {name for name, value in answer.items() if isinstance(value, (dict, list))}
        keep = {"rules", "situation"}
        frame.attrs = {n: v for n, v in answer.items() if n not in named or n in keep}
        return frame

    def plot(self, ax: Axes | None = None) -> Axes:
        """Draw the answer.

        Parameters
        ----------
        ax
            Where; without it a figure of its own, with what the answer rests on under it.

        Returns
        -------
        matplotlib.axes.Axes
            Where it was drawn.
        """
        axes: Axes = import_module(_CHARTS).plot(self, ax)
        return axes

    def headline(self) -> str:
        """Return the answer in a few words."""
        return f"{self.game} {self.question}"

    def _repr_html_(self) -> str:
        return f"<p><b>{escape(self.headline())}</b></p>{self.to_frame().to_html(index=False)}"


def plain(value: Any) -> Any:
    """Return a value as what JSON knows: numbers, texts, lists and objects."""
    if isinstance(value, Estimate):
        return value.to_dict()
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, Mapping):
        return {str(name): plain(item) for name, item in value.items()}
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [plain(item) for item in value]
    return value.item() if hasattr(value, "item") else value


def _quantities(value: object, path: str = "") -> Iterator[dict[str, Any]]:
    """Yield every estimate in an answer with the path that leads to it."""
    if isinstance(value, Mapping):
        if set(value) == set(_ESTIMATE):
            yield {"quantity": path, **value}
            return
        for name, item in value.items():
            yield from _quantities(item, f"{path}.{name}" if path else str(name))
    elif isinstance(value, list):
        for number, item in enumerate(value):
            label = item.get("card", item.get("action", number)) if isinstance(item, dict) else ""
            yield from _quantities(item, f"{path}.{label}")
