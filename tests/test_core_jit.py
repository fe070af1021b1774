"""The kernel decorator: one cache for all kernels, never stale, quiet when warm."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numba
import pytest

from analyzer.core import jit
from analyzer.core.jit import announce_compiling, cache_folder, kernel, kernel_sources

CORE = Path(jit.__file__).parent


def run(code: str, *, cwd: Path, cache: Path, **environment: str) -> subprocess.CompletedProcess:
    plain = {k: v for k, v in os.environ.items() if k != "NUMBA_DISABLE_JIT"}
    return subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        cwd=cwd,
        env=plain | {"PYTHONPATH": str(cwd), "TRUCO_CACHE_DIR": str(cache)} | environment,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


@pytest.fixture
def package(tmp_path):
    """A package with nothing but the decorator and three modules that lean on each other."""
    root = tmp_path / "src"
    core = root / "analyzer" / "core"
    core.mkdir(parents=True)
    (root / "analyzer" / "__init__.py").touch()
    (core / "__init__.py").touch()
    for name in ("jit.py", "kernel_cache.py"):
        shutil.copy(CORE / name, core)
    decorator = "from analyzer.core.jit import kernel\n"
    (core / "stakes.py").write_text("STAKE = 3\n")
    (core / "callee.py").write_text(
        decorator
        + "from analyzer.core.stakes import (\n    STAKE,\n)\n"
        + "@kernel\ndef callee(x):\n    return x * STAKE\n"
    )
    (core / "caller.py").write_text(
        decorator
        + "from analyzer.core import callee\n"
        + "inner = callee.callee\n"
        + "@kernel\ndef caller(x):\n    return inner(x) + 1\n"
    )
    return root


CALL = (
    "from analyzer.core.jit import announce_compiling; announce_compiling(seconds=7)\n"
    "from analyzer.core.caller import caller; print(caller(10))"
)


def test_the_notice_comes_when_kernels_are_compiled_and_only_then(package, tmp_path):
    cold = run(CALL, cwd=package, cache=tmp_path / "cache")
    assert cold.stdout == "31\n"
    assert cold.stderr == "compiling kernels for this question, once (about 7 s)…\n"
    warm = run(CALL, cwd=package, cache=tmp_path / "cache")
    assert (warm.stdout, warm.stderr) == ("31\n", "")


@pytest.mark.parametrize(
    ("file", "old", "new", "result"),
    [
        ("callee.py", "x * STAKE", "x * STAKE + 5", "36"),
        ("stakes.py", "STAKE = 3", "STAKE = 6", "61"),
        ("caller.py", "+ 1", "+ 2", "32"),
    ],
)
def test_a_change_in_any_file_behind_a_kernel_is_noticed(package, tmp_path, file, old, new, result):
    run(CALL, cwd=package, cache=tmp_path / "cache")
    path = package / "analyzer" / "core" / file
    path.write_text(path.read_text().replace(old, new))
    assert run(CALL, cwd=package, cache=tmp_path / "cache").stdout == f"{result}\n"


def test_a_change_in_another_file_leaves_the_cache_warm(package, tmp_path):
    run(CALL, cwd=package, cache=tmp_path / "cache")
    (package / "analyzer" / "core" / "texts.py").write_text("from analyzer.core import caller\n")
    assert run(CALL, cwd=package, cache=tmp_path / "cache").stderr == ""


@pytest.mark.parametrize("ending", ["nbi", "nbc"])
@pytest.mark.parametrize("left", [0, 40, 400])
def test_a_damaged_cache_file_is_made_anew(package, tmp_path, ending, left):
    cache = tmp_path / "cache"
    run(CALL, cwd=package, cache=cache)
    files = list(cache.rglob(f"*.{ending}"))
    assert len(files) == 2
    for file in files:
        os.truncate(file, min(left, file.stat().st_size - 1))
    assert run(CALL, cwd=package, cache=cache).stdout == "31\n"
    again = run(CALL, cwd=package, cache=cache)
    assert (again.stdout, again.stderr) == ("31\n", "")


def test_code_for_other_types_under_this_name_is_not_run(package, tmp_path):
    cache = tmp_path / "cache"
    call = "from analyzer.core.caller import caller; print(caller({}))"
    assert run(call.format("10.5"), cwd=package, cache=cache).stdout == "32.5\n"
    (floats,) = cache.rglob("caller.*.1.nbc")
    machine_code = floats.read_bytes()
    shutil.rmtree(cache)
    run(call.format("10"), cwd=package, cache=cache)
    floats.write_bytes(machine_code)
    assert run(call.format("10"), cwd=package, cache=cache).stdout == "31\n"


def test_a_cache_that_cannot_be_written_costs_time_only(package, tmp_path):
    code = (
        "import resource\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))  # as on a full disk\n" + CALL
    )
    full = run(code, cwd=package, cache=tmp_path / "cache")
    assert full.stdout == "31\n"
    assert not list((tmp_path / "cache").rglob("*.nb?"))


@pytest.mark.parametrize(
    "way", ["from analyzer.core import jit; kernel = jit.kernel", "import analyzer.core.jit as k"]
)
def test_a_decorator_imported_so_that_the_file_is_not_seen_is_refused(package, tmp_path, way):
    use = "k.kernel" if way.endswith("k") else "kernel"
    (package / "analyzer" / "core" / "odd.py").write_text(f"{way}\n@{use}\ndef f(): return 1\n")
    failed = run("import analyzer.core.odd", cwd=package, cache=tmp_path / "cache")
    assert "RuntimeError: odd.py: write `from analyzer.core.jit import kernel`" in failed.stderr


def test_without_jit_kernels_are_plain_python_and_wrap_silently(package, tmp_path):
    code = (
        "import numpy as np\n"
        "from analyzer.core.jit import kernel\n"
        "@kernel\n"
        "def double(x): return x + x\n"
        "print(double(np.uint64(2**63 + 1)), hasattr(double, 'py_func'), double.__name__)"
    )
    plain = run(code, cwd=package, cache=tmp_path / "cache", NUMBA_DISABLE_JIT="1")
    assert (plain.stdout, plain.stderr) == ("2 False double\n", "")
    assert not (tmp_path / "cache").exists()


def test_numba_waits_for_the_first_kernel(package, tmp_path):
    code = (
        "import sys; from analyzer.core.jit import announce_compiling; announce_compiling()\n"
        "print('numba' in sys.modules)\n"
        "import analyzer.core.callee; print('numba' in sys.modules)"
    )
    assert run(code, cwd=package, cache=tmp_path / "cache").stdout == "False\nTrue\n"


@kernel
def triple(x):
    return 3 * x


@kernel(inline="always")
def successor(x):
    return x + 1


@pytest.mark.nojit
def test_both_spellings_compute():
    assert triple(5) == 15
    assert successor(5) == 6


def test_kernels_are_cached_in_our_folder_and_nobody_else_is():
    assert triple.stats.cache_path.startswith(str(cache_folder()))

    @numba.njit(cache=True)
    def foreign(x):
        return x

    assert not foreign.stats.cache_path.startswith(str(cache_folder()))


def test_the_generator_is_among_the_kernel_sources():
    names = {path.name for path in kernel_sources()}
    assert {"jit.py", "rng.py"} <= names
    assert "estimate.py" not in names


def aged(folder: Path, days: float) -> Path:
    folder.mkdir()
    (folder / "code.nbi").touch()
    then = time.time() - days * 24 * 3600
    os.utime(folder, (then, then))
    return folder


def test_a_new_folder_takes_the_place_of_those_nobody_uses(tmp_path, monkeypatch):
    monkeypatch.setenv("TRUCO_CACHE_DIR", str(tmp_path))
    old = aged(tmp_path / "kernels-old", days=8)
    lately = aged(tmp_path / "kernels-lately", days=1)
    foreign = aged(tmp_path / "tables", days=100)
    folder = cache_folder.__wrapped__()
    assert sorted(tmp_path.iterdir()) == sorted([folder, lately, foreign])
    assert not old.exists()


def test_using_a_folder_keeps_it(tmp_path, monkeypatch):
    monkeypatch.setenv("TRUCO_CACHE_DIR", str(tmp_path))
    folder = cache_folder.__wrapped__()
    os.utime(folder, (0, 0))
    assert cache_folder.__wrapped__() == folder
    assert time.time() - folder.stat().st_mtime < 60


@pytest.fixture
def no_home(tmp_path, monkeypatch):
    """No cache directory can be made; everything temporary goes under ``tmp_path``."""
    (tmp_path / "file").touch()
    monkeypatch.setenv("TRUCO_CACHE_DIR", str(tmp_path / "file" / "cache"))
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    return tmp_path


def test_without_a_cache_directory_a_private_temporary_one_is_used(no_home):
    folder = cache_folder.__wrapped__()
    assert folder.parent.parent == no_home
    assert folder.parent.stat().st_mode & 0o077 == 0
    assert cache_folder.__wrapped__() == folder


def test_a_temporary_folder_open_to_others_is_not_trusted(no_home):
    shared = cache_folder.__wrapped__().parent
    shared.chmod(0o777)
    folder = cache_folder.__wrapped__()
    assert folder.parent == no_home
    assert folder.stat().st_mode & 0o077 == 0


def test_announcing_twice_says_it_once(monkeypatch):
    monkeypatch.setattr(jit, "_notice", [])
    announce_compiling(print)
    announce_compiling(print)
    assert len(jit._notice) == 1
