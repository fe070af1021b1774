"""The notebook in ``reports/``: it runs from the top, and shows what it would show now.

After a change ``jupyter execute --inplace reports/tour.ipynb`` brings it up to date.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient

from analyzer.report.gallery.drift import difference

TOUR = Path(__file__).parents[1] / "reports" / "tour.ipynb"


def read() -> Any:
    return nbformat.read(TOUR, as_version=4)


def code(notebook: Any) -> list[Any]:
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def told(cell: Any) -> str:
    """Return what a cell shows in words; pictures are looked at elsewhere."""
    data = [output.get("data", {}) for output in cell.outputs]
    return "\n".join(one.get("text/plain", "") for one in data if "image/png" not in one)


def test_it_is_short_and_was_run_from_the_top() -> None:
    cells = code(read())
    assert len(cells) <= 12
    assert [cell.execution_count for cell in cells] == list(range(1, len(cells) + 1))
    assert not any(output.output_type in ("error", "stream") for c in cells for output in c.outputs)
    assert TOUR.stat().st_size < 1_000_000


def test_it_answers_the_three_questions() -> None:
    text = "\n".join(cell.source for cell in read().cells)
    for part in ("paulista.hand(", "manilla.play(", "paulista.accept("):
        assert part in text


def test_it_shows_what_it_would_show_now(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("IPYTHONDIR", str(tmp_path))  # nobody's own startup files
    stored, now = code(read()), read()
    NotebookClient(now, timeout=300, kernel_name="python3").execute()
    for old, new in zip(stored, code(now), strict=True):
        assert difference(told(old), told(new)) == "", old.source
        pictures = ["image/png" in output.get("data", {}) for output in old.outputs]
        assert pictures == ["image/png" in output.get("data", {}) for output in new.outputs]
