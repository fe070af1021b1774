"""How long the command takes to say something."""

from __future__ import annotations

import subprocess
import sys

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from analyzer.core.jit import cache_folder, kernel_sources


@pytest.mark.parametrize(
    "question", [["--help"], ["--version"], ["paulista", "--help"]], ids=" ".join
)
def test_start(question: list[str], benchmark: BenchmarkFixture) -> None:
    command = [sys.executable, "-m", "analyzer", *question]
    benchmark.pedantic(
        subprocess.run,
        args=(command,),
        kwargs={"check": True, "stdout": subprocess.DEVNULL},
        rounds=5,
        warmup_rounds=1,
    )


def test_finding_the_kernel_cache(benchmark: BenchmarkFixture) -> None:
    def once() -> None:
        kernel_sources.cache_clear()
        cache_folder.__wrapped__()

    benchmark(once)
