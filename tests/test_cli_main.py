"""The command's frame: help, versions, one line for whatever goes wrong, exit statuses."""

from __future__ import annotations

import io
import os
import re
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

import analyzer
from analyzer.cli import app
from analyzer.cli.main import main
from analyzer.core.errors import CardError


def run_truco(*arguments: str, **options: object) -> subprocess.CompletedProcess[str]:
    settings = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "timeout": 60, **options}
    command = [sys.executable, "-m", "analyzer", *arguments]
    return subprocess.run(command, encoding="utf-8", check=False, **settings)


def failing_with(error: BaseException) -> Callable[[Sequence[str]], tuple[int, str]]:
    def run(arguments: Sequence[str]) -> tuple[int, str]:
        raise error

    return run


def only_line(text: str) -> str:
    assert text.endswith("\n")
    assert text.count("\n") == 1
    return text.removesuffix("\n")


@pytest.fixture(autouse=True)
def no_debugging(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TRUCO_DEBUG", raising=False)


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"truco {analyzer.__version__}\n"


@pytest.mark.parametrize("arguments", [[], ["--help"], ["-h"]])
def test_help_names_every_game(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments) == 0
    shown = capsys.readouterr()
    assert shown.err == ""
    assert all(game in shown.out for game in app.GAMES)


@pytest.mark.parametrize("arguments", [["paulista"], ["paulista", "--help"]])
def test_a_game_tells_its_questions(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 0
    shown = capsys.readouterr()
    assert "truco paulista [OPTIONS] QUESTION [CARDS]..." in shown.out
    assert shown.err == ""


@pytest.mark.parametrize(
    ("arguments", "given", "help_of"),
    [
        (["poker"], "poker", "truco"),
        (["--foo"], "--foo", "truco"),
        (["--version=no"], "--version", "truco"),
        (["paulista", "shout"], "shout", "truco paulista"),
        (["paulista", "--foo"], "--foo", "truco paulista"),
        (["pau\nlista"], "lista", "truco"),
    ],
)
def test_a_wrong_command_line_is_told_in_one_line(
    arguments: list[str], given: str, help_of: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    line = only_line(shown.err)
    assert line.startswith("truco: ")
    assert given in line
    assert line.endswith(f"(see {help_of} --help)")


def test_a_wrong_value_is_told_with_its_place(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(app, "run", failing_with(CardError("8♠", "hand", "ranks 4 to 3")))
    assert main(["paulista"]) == 2
    assert capsys.readouterr() == ("", "truco: hand: 8♠: ranks 4 to 3\n")


@pytest.mark.parametrize("game", app.GAMES)
@pytest.mark.parametrize(
    ("question", "endings", "json"),
    [
        ("table", ".csv .parquet .json .md .html", True),
        ("chart", ".png, .svg or .pdf", True),
        ("book", ".html", False),
    ],
)
def test_help_tells_what_can_be_written(
    game: str,
    question: str,
    endings: str,
    json: bool,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    assert main([game, question, "--help"]) == 0
    output = capsys.readouterr().out.partition("Output")[2]
    line = next(line for line in output.splitlines() if "--out" in line)
    assert re.findall(r"\.[a-z]+\b", line) == re.findall(r"\.[a-z]+", endings)
    assert ("--json" in output) is json


def test_ctrl_c(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(app, "run", failing_with(KeyboardInterrupt()))
    assert main([]) == 130
    assert capsys.readouterr() == ("", "truco: interrupted\n")


def test_a_failure_is_one_line_and_says_how_to_see_more(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(app, "run", failing_with(ZeroDivisionError("by\n zero\x1b[1m")))
    assert main([]) == 1
    shown = capsys.readouterr()
    assert shown.out == ""
    line = only_line(shown.err)
    assert r"ZeroDivisionError: by zero\x1b[1m" in line
    assert "TRUCO_DEBUG=1" in line


@pytest.mark.parametrize("error", [ZeroDivisionError("by zero"), CardError("8♠", "hand", "4 to 3")])
def test_debugging_shows_the_traceback(
    error: Exception, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TRUCO_DEBUG", "1")
    monkeypatch.setattr(app, "run", failing_with(error))
    assert main([]) == (2 if isinstance(error, CardError) else 1)
    shown = capsys.readouterr().err
    assert "Traceback" in shown
    assert "in run" in shown


def test_a_line_has_an_end(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["x" * 100_000]) == 2
    assert len(only_line(capsys.readouterr().err)) < 1100


def test_without_a_place_for_the_answer_nothing_is_asked(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdout", None)
    assert main(["paulista", "hand", "3♠", "K♦", "5♣", "--vira", "4♥", "--json"]) == 1
    assert "standard output is closed" in only_line(capsys.readouterr().err)
    monkeypatch.setattr(sys, "stderr", None)
    assert main(["--version"]) == 1


PRELUDE = """
import signal, sys
from analyzer.cli import app, main

class Finalized:
    def __del__(self):
        signal.raise_signal(signal.SIGINT)

def work(_words):
    Finalized()
    for _ in range(10**9):
        pass

app.run = work
sys.exit(main.main([]))
"""


def test_ctrl_c_in_a_finalizer_is_not_lost() -> None:
    done = subprocess.run(
        [sys.executable, "-c", PRELUDE], capture_output=True, text=True, timeout=60, check=False
    )
    assert (done.returncode, done.stderr) == (130, "truco: interrupted\n")


@pytest.mark.parametrize("option", ["--vira", "--seed", "--lang"])
def test_an_option_given_twice_is_no_guess(option: str, capsys: pytest.CaptureFixture[str]) -> None:
    twice = [option, "4♥", option, "5♥"]
    assert main(["paulista", "hand", "3♠", "K♦", "5♣", *twice]) == 2
    assert f"{option} is given 2 times" in only_line(capsys.readouterr().err)


def test_suits_are_written_whatever_the_locale(monkeypatch: pytest.MonkeyPatch) -> None:
    written = io.BytesIO()
    monkeypatch.setattr(sys, "stderr", io.TextIOWrapper(written, encoding="ascii"))
    assert main(["3♠", "\udcff"]) == 2
    assert "3♠" in written.getvalue().decode("utf-8")


@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize("question", ["--help", "--version"])
def test_a_reader_that_went_away_is_no_failure(question: str, unbuffered: str) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    done = run_truco(question, stdout=writer, env={**os.environ, "PYTHONUNBUFFERED": unbuffered})
    os.close(writer)
    assert (done.returncode, done.stderr) == (141, "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_an_answer_that_cannot_be_written_is_a_failure(unbuffered: str) -> None:
    with Path("/dev/full").open("w") as full:
        environment = {**os.environ, "PYTHONUNBUFFERED": unbuffered}
        done = run_truco("--version", stdout=full, env=environment)
    assert done.returncode == 1
    assert "No space left" in only_line(done.stderr)


def loaded_after(statement: str) -> set[str]:
    """Return the packages that a fresh Python has loaded after a statement."""
    script = f"import sys\n{statement}\nprint(*{{name.partition('.')[0] for name in sys.modules}})"
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, encoding="utf-8", check=True
    )
    return set(done.stdout.splitlines()[-1].split())


HEAVY = {"dask", "jinja2", "matplotlib", "numba", "numpy", "pandas", "pyarrow", "scipy"}


@pytest.mark.parametrize("arguments", [["--help"], ["paulista", "--help"], ["paulista", "shout"]])
def test_help_and_slips_load_nothing_heavy(arguments: list[str]) -> None:
    statement = f"from analyzer.cli.main import main; main({arguments})"
    assert loaded_after(statement).isdisjoint(HEAVY)


def test_the_version_loads_no_game() -> None:
    statement = (
        "from analyzer.cli.main import main; main(['--version'])\n"
        "assert 'analyzer.cli.paulista' not in sys.modules"
    )
    assert loaded_after(statement).isdisjoint(HEAVY | {"rich"})


def test_importing_the_package_loads_nothing_heavy() -> None:
    assert loaded_after("import analyzer").isdisjoint(HEAVY | {"rich", "typer"})


def test_games_are_imported_on_first_use() -> None:
    statement = (
        "import analyzer\n"
        "assert 'analyzer.paulista' not in sys.modules\n"
        "assert analyzer.paulista is sys.modules['analyzer.paulista']"
    )
    assert "analyzer" in loaded_after(statement)
    assert {"paulista", "__version__"} <= set(dir(analyzer))
    with pytest.raises(AttributeError, match="poker"):
        analyzer.poker  # noqa: B018


@pytest.mark.parametrize(
    ("words", "completed"),
    [
        ("truco pau", "paulista"),
        ("truco --ver", "--version"),
        ("truco paulista --he", "--help"),
    ],
)
def test_the_shell_completes(words: str, completed: str) -> None:
    place = str(words.count(" "))
    asked = {"_TRUCO_COMPLETE": "complete_bash", "COMP_WORDS": words, "COMP_CWORD": place}
    done = run_truco(env={**os.environ, **asked})
    assert (done.returncode, done.stdout.split(), done.stderr) == (0, [completed], "")
