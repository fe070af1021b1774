"""How long the command takes to say something."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable

import pytest

LONGEST = 0.3  # seconds, the whole process


@pytest.mark.parametrize(
    "question", [["--help"], ["--version"], ["paulista", "--help"]], ids=" ".join
)
def test_start(question: list[str], benchmark: Callable[..., None]) -> None:
    command = [sys.executable, "-m", "analyzer", *question]
    benchmark.pedantic(
        subprocess.run,
        args=(command,),
        kwargs={"check": True, "stdout": subprocess.DEVNULL},
        rounds=5,
        warmup_rounds=1,
    )
    assert benchmark.stats.stats.min <= LONGEST
