"""Solutions in the cache: several processes, a full disk, a killed one, damaged files."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from analyzer.cli.main import main
from analyzer.core.errors import NotKept
from analyzer.paulista.rules import Rules
from analyzer.paulista.solver import campaign, optimal, store
from analyzer.paulista.solver.campaign import Campaign
from analyzer.paulista.solver.store import load, place_of, save

FULL = OSError(28, "No space left on device")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(store, "cache_folder", lambda: tmp_path / "kernels")
    return tmp_path / "solved"


@pytest.fixture
def place() -> Path:
    return place_of("cards", {"deck": [1, 2]})


def fail(*_: Any, **__: Any) -> None:
    raise FULL


def kept(place: Path) -> list[float] | None:
    found = load(place)
    return None if found is None else found[0]["sums"].tolist()


def test_what_is_kept_comes_back_unless_it_is_damaged(place: Path) -> None:
    assert place != place_of("cards", {"deck": [1, 3]})
    assert load(place) is None
    save(place, {"sums": np.arange(3.0)}, {"low": 1})
    assert kept(place) == [0, 1, 2]
    save(place, {"sums": np.arange(4.0)}, {"low": 2})
    (data,) = place.parent.glob("*.npz")  # the former is gone
    changed = bytearray(data.read_bytes())
    changed[-1] ^= 1
    data.write_bytes(changed)
    assert load(place) is None


@pytest.mark.parametrize("text", ["[]", "null", "{", "[" * 100_000, '{"data": "../x"}', "\0"])
def test_a_damaged_manifest_is_none(place: Path, text: str) -> None:
    save(place, {"sums": np.arange(3.0)}, {})
    place.write_text(text)
    assert load(place) is None
    save(place, {"sums": np.arange(4.0)}, {})
    assert kept(place) == [0, 1, 2, 3]


@pytest.mark.parametrize(("old", "new"), [('"a": 1', '"a": 2'), ('"a": 1,', "")])
def test_a_manifest_that_was_written_over_is_none(place: Path, old: str, new: str) -> None:
    save(place, {"sums": np.arange(3.0)}, {"a": 1, "b": [0.1]})
    assert kept(place) == [0.0, 1.0, 2.0]
    text = place.read_text()
    assert old in text
    place.write_text(text.replace(old, new))
    assert kept(place) is None


def test_what_another_process_is_writing_stays_and_what_a_killed_one_left_goes(
    place: Path,
) -> None:
    save(place, {"sums": np.arange(3.0)}, {})
    written, left = (place.with_name(f"{place.stem}-{name}.npz") for name in ("new", "old"))
    for draft in (written, left):
        draft.write_bytes(b"half")
    os.utime(left, (time.time() - 7200,) * 2)
    save(place, {"sums": np.arange(4.0)}, {})
    assert written.exists()
    assert not left.exists()
    assert kept(place) == [0, 1, 2, 3]


def test_a_solution_replaced_while_it_is_looked_up_is_found(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    save(place, {"sums": np.arange(3.0)}, {})
    read = store._read

    def late(place: Path, manifest: Any) -> Any:
        monkeypatch.setattr(store, "_read", read)
        save(place, {"sums": np.arange(4.0)}, {})
        return read(place, manifest)

    monkeypatch.setattr(store, "_read", late)
    assert kept(place) == [0, 1, 2, 3]


def test_a_full_disk_is_told_and_nothing_is_lost(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    save(place, {"sums": np.arange(3.0)}, {})
    monkeypatch.setattr(np, "savez", fail)
    with pytest.warns(NotKept, match="No space left"):
        save(place, {"sums": np.arange(4.0)}, {})
    assert len(list(place.parent.iterdir())) == 2
    assert kept(place) == [0, 1, 2]


def test_an_answer_that_cannot_be_kept_is_given_all_the_same(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(np, "savez", fail)
    optimal._table.cache_clear()
    asked = ["paulista", "hand", "4♣", "Q♦", "2♥", "--vira", "7♠", "--play", "optimal", "--json"]
    assert main(asked) == 0
    out, err = capsys.readouterr()
    assert out.startswith("{")
    lines = [line for line in err.splitlines() if "not kept" in line]
    assert len(lines) == 1
    assert lines[0].startswith("truco: ")


def test_scores_that_another_run_has_solved_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(campaign, "_shipped", lambda *_: None)
    one, other = (Campaign.resumed(Rules(), 0.1) for _ in range(2))
    one.bounds.low[10, 10] = one.bounds.high[10, 10] = 0.25
    one.keep()
    other.bounds.low[9, 10] = other.bounds.high[9, 10] = 0.5
    other.keep()
    found = Campaign.resumed(Rules(), 0.1).bounds
    assert (found.low[10, 10], found.low[9, 10]) == (0.25, 0.5)
