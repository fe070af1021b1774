"""scripts/env.sh: .venv is made once, made anew when half-made, and shared without quarrel.

A stand-in for Python answers ``-m venv`` and ``-m pip`` at once and writes down what it did.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

STAND_IN = """#!/bin/bash
log={log}
case "$1 $2" in
    "-m venv")
        echo venv >>$log
        mkdir -p "$3/bin" && cp "$0" "$3/bin/python"
        ;;
    "-m pip")
        echo "pip ${{@: -1}}" >>$log
        [[ -e {house}/no-network ]] && {{ echo "ERROR: no network" >&2; exit 1; }}
        [[ -e {house}/slow ]] && sleep 0.5
        [[ -e {house}/stuck ]] && sleep 60
        printf '#!/bin/bash\\necho "truco ran: $*"\\n' >"${{0%python}}truco"
        chmod +x "${{0%python}}truco"
        ;;
    "-m compileall") ;;
    "-c "*) exec {python} "$@" ;;
    "--version ") echo "Python 3.9.1" ;;
esac
"""


class Checkout:
    """A folder with the real scripts and nothing real to install."""

    def __init__(self, house: Path) -> None:
        self.house = house
        self.root = house / "a checkout"
        (self.root / "scripts").mkdir(parents=True)
        for name in ("env.sh", "truco"):
            shutil.copy2(ROOT / "scripts" / name, self.root / "scripts" / name)
        (self.root / "pyproject.toml").write_text("[project]\n")
        (self.root / "constraints.txt").write_text("numpy==1\n")
        self.log = house / "log"
        self.python = house / "python"
        self.make_python(sys.executable)

    def make_python(self, real: str) -> None:
        text = STAND_IN.format(log=self.log, house=self.house, python=real)
        self.python.write_text(text)
        self.python.chmod(0o755)

    @property
    def venv(self) -> Path:
        return self.root / ".venv"

    def start(self, script: Path | None = None) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [script or self.root / "scripts" / "truco", "paulista", "3♠ K♦"],
            env={**os.environ, "PYTHON": str(self.python)},
            cwd="/",
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            start_new_session=True,
        )

    def run(self, script: Path | None = None) -> subprocess.CompletedProcess[str]:
        with self.start(script) as process:
            out, err = process.communicate(timeout=60)
        return subprocess.CompletedProcess([], process.returncode, out, err)

    def wait_for_pip(self) -> None:
        deadline = time.monotonic() + 30
        while not (self.log.exists() and "pip" in self.log.read_text()):
            assert time.monotonic() < deadline
            time.sleep(0.02)

    def did(self) -> list[str]:
        """Return what was installed since the last time somebody asked."""
        done = self.log.read_text().splitlines() if self.log.exists() else []
        self.log.unlink(missing_ok=True)
        return done


@pytest.fixture
def checkout(tmp_path: Path) -> Checkout:
    return Checkout(tmp_path)


@pytest.fixture
def installed(checkout: Checkout) -> Checkout:
    checkout.run()
    checkout.did()
    return checkout


ANSWER = "truco ran: paulista 3♠ K♦\n"
ANEW = ["venv", "pip ."]
AGAIN = ["pip ."]


def test_first_use_installs_and_says_so(checkout: Checkout) -> None:
    done = checkout.run()
    assert (done.returncode, done.stdout) == (0, ANSWER)
    assert checkout.did() == ANEW
    first, last = done.stderr.splitlines()
    assert "installing" in first
    assert str(checkout.venv) in first
    assert "installed in" in last


def test_afterwards_nothing_is_installed_or_said(installed: Checkout) -> None:
    done = installed.run()
    assert (done.returncode, done.stdout, done.stderr) == (0, ANSWER, "")
    assert installed.did() == []


def test_through_a_link(installed: Checkout) -> None:
    link = installed.house / "truco"
    link.symlink_to(installed.root / "scripts" / "truco")
    assert installed.run(link).stdout == ANSWER
    assert installed.did() == []


@pytest.mark.parametrize("name", ["pyproject.toml", "constraints.txt"])
def test_changed_requirements_are_installed(installed: Checkout, name: str) -> None:
    with (installed.root / name).open("a") as file:
        file.write("# newer\n")
    assert installed.run().stdout == ANSWER
    assert installed.did() == AGAIN
    assert installed.run().stderr == ""


def test_a_moved_checkout_starts_over(installed: Checkout) -> None:
    installed.root = installed.root.rename(installed.house / "moved")
    assert installed.run().stdout == ANSWER
    assert installed.did() == ANEW


def test_a_python_that_is_gone_starts_over(installed: Checkout) -> None:
    (installed.venv / "bin" / "python").unlink()
    assert installed.run().stdout == ANSWER
    assert installed.did() == ANEW


@pytest.mark.parametrize("first", [True, False])
def test_a_killed_installation_starts_over(installed: Checkout, *, first: bool) -> None:
    if first:
        shutil.rmtree(installed.venv)
    (installed.root / "constraints.txt").write_text("numpy==2\n")
    (installed.house / "stuck").touch()
    with installed.start() as process:
        installed.wait_for_pip()
        os.killpg(process.pid, signal.SIGKILL)
    (installed.house / "stuck").unlink()
    assert installed.did() == (ANEW if first else AGAIN)
    assert installed.run().stdout == ANSWER
    assert installed.did() == ANEW


def test_an_environment_that_was_only_begun_is_made(checkout: Checkout) -> None:
    checkout.venv.mkdir()
    assert checkout.run().stdout == ANSWER
    assert checkout.did() == ANEW


def test_ctrl_c_while_installing(checkout: Checkout) -> None:
    (checkout.house / "stuck").touch()
    with checkout.start() as process:
        checkout.wait_for_pip()
        os.killpg(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert (process.returncode, out) == (130, "")
    assert err.splitlines()[-1].startswith("truco: interrupted")


def test_pip_that_fails_is_told_and_tried_again(checkout: Checkout) -> None:
    (checkout.house / "no-network").touch()
    done = checkout.run()
    assert (done.returncode, done.stdout) == (1, "")
    assert "ERROR: no network" in done.stderr
    assert "could not install" in done.stderr.splitlines()[-1]
    (checkout.house / "no-network").unlink()
    assert checkout.run().stdout == ANSWER


def test_first_runs_at_the_same_time_install_once(checkout: Checkout) -> None:
    (checkout.house / "slow").touch()
    processes = [checkout.start() for _ in range(3)]
    shown = [process.communicate(timeout=60) for process in processes]
    assert [out for out, _ in shown] == [ANSWER] * 3
    assert checkout.did() == ANEW
    assert sum("waiting" in err for _, err in shown) == 2


def test_somebody_elses_environment_is_kept(checkout: Checkout) -> None:
    subprocess.run([checkout.python, "-m", "venv", checkout.venv], check=True)
    (checkout.venv / "mine").touch()
    checkout.did()
    assert checkout.run().stdout == ANSWER
    assert checkout.did() == AGAIN
    assert (checkout.venv / "mine").exists()


def test_something_else_in_the_way_is_left_alone(checkout: Checkout) -> None:
    checkout.venv.mkdir()
    (checkout.venv / "mine").touch()
    done = checkout.run()
    assert (done.returncode, done.stdout) == (1, "")
    assert "move it away" in done.stderr.splitlines()[-1]
    assert (checkout.venv / "mine").exists()


def test_an_old_python_is_refused_in_one_line(checkout: Checkout) -> None:
    checkout.make_python("false")
    done = checkout.run()
    assert (done.returncode, done.stdout) == (1, "")
    (line,) = done.stderr.splitlines()
    assert "Python 3.11 or newer" in line
    assert "Python 3.9.1" in line
    assert not checkout.venv.exists()
