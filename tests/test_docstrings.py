"""Examples in docstrings say what the program says."""

from __future__ import annotations

import doctest
import re
from importlib import import_module
from pathlib import Path

import pytest

import analyzer

PACKAGE = Path(analyzer.__file__).parent


def modules_with_examples() -> list[str]:
    """Return the names of the modules in whose docstrings something is asked."""
    return [
        ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts).removesuffix(".__init__")
        for path in sorted(PACKAGE.rglob("*.py"))
        if re.search(r"^ *>>> ", path.read_text(encoding="utf-8"), re.MULTILINE)
    ]


def test_there_are_examples() -> None:
    assert {"analyzer", "analyzer.paulista.questions.hand"} <= set(modules_with_examples())


@pytest.mark.parametrize("name", modules_with_examples())
def test_examples_answer_as_they_say(name: str) -> None:
    told: list[str] = []
    runner = doctest.DocTestRunner(verbose=False, optionflags=doctest.NORMALIZE_WHITESPACE)
    module = import_module(name)
    for test in doctest.DocTestFinder().find(module):
        runner.run(test, out=told.append)
    assert runner.summarize(verbose=False).failed == 0, "".join(told)
