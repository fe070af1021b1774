"""Python values of a wrong type are refused as wrong words are, whatever they are."""

from __future__ import annotations

from typing import Any

import pytest

from analyzer import boricua, manilla, paulista
from analyzer.core.errors import InputError
from analyzer.paulista.questions import exploit

ASKED = {"hand": "3♠ K♦ 5♣", "vira": "4♥", "call": "truco"}
ODD = [5, 0.3, float("nan"), b"x", [], ["4c"], {}, (0.5,), object()]


@pytest.mark.parametrize("value", ODD)
@pytest.mark.parametrize("name", ["play", "caller", "answers", "equity", "play_on"])
def test_accept(name: str, value: Any) -> None:
    if value in ({}, []) and name != "equity":
        value = [value]
    with pytest.raises(InputError):
        paulista.accept(ASKED, **{name: value})


@pytest.mark.parametrize("value", ODD)
def test_policies_and_names(value: Any) -> None:
    for wrong in (
        lambda: boricua.hand("7E 6E 3O", play=value or [value]),
        lambda: manilla.simulate(play=value or [value], deals=10),
        lambda: exploit(against=value or [value]),
        lambda: paulista.table(value or [value]),
        lambda: boricua.table(value or [value]),
        lambda: manilla.table(value or [value]),
        lambda: paulista.chart(value or [value]),
    ):
        with pytest.raises(InputError):
            wrong()
