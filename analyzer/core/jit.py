"""The one decorator for compiled functions, and where their machine code is kept.

Numba notices that the file of a cached function changed, but not that a
function it calls, or a constant it took over, changed in another file. The
cache folder is therefore named after a digest of every source that can end up
in a kernel: modules that import ``kernel``, and what they import from here.
"""

from __future__ import annotations

import hashlib
import inspect
import os
import re
import shutil
import stat
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, Literal, ParamSpec, TypeVar, overload

import platformdirs

P = ParamSpec("P")
R = TypeVar("R")
Inline = Literal["never", "always"]

CACHE_VARIABLE = "TRUCO_CACHE_DIR"

_PACKAGE = Path(__file__).resolve().parent.parent
_USES_KERNEL = re.compile(rb"^from analyzer\.core\.jit import [^\n]*\bkernel\b", re.MULTILINE)
_IMPORT = re.compile(
    rb"^\s*(?:from (analyzer[\w.]*) import (\([^)]*\)|[^\n]*)|import (analyzer[\w.]*))",
    re.MULTILINE,
)
_UNUSED_AFTER = 7 * 24 * 3600.0

_cache_setting = threading.Lock()
_notice: list[Callable[[], None]] = []


@overload
def kernel(function: Callable[P, R], /) -> Callable[P, R]: ...


@overload
def kernel(*, inline: Inline) -> Callable[[Callable[P, R]], Callable[P, R]]: ...


def kernel(
    function: Callable[P, R] | None = None, /, *, inline: Inline = "never"
) -> Callable[P, R] | Callable[[Callable[P, R]], Callable[P, R]]:
    """Compile a function without the interpreter lock and keep the result on disk.

    Write ``@kernel`` or ``@kernel(inline="always")``. A module of this package
    must import the decorator by ``from analyzer.core.jit import kernel``, so
    that its text becomes part of the cache's key.

    Parameters
    ----------
    function
        A plain module function; closures never hit the cache.
    inline
        ``"always"`` copies the body into the callers before types are known.

    Returns
    -------
    Callable
        The compiled function, with the signature of the plain one. With
        ``NUMBA_DISABLE_JIT=1`` the plain one, its integers wrapping silently
        as compiled ones do.

    Raises
    ------
    RuntimeError
        When a module of this package imported the decorator in another way.
    """
    if function is None:
        return lambda plain: _compiled(plain, inline)
    return _compiled(function, inline)


def announce_compiling(say: Callable[[str], None] | None = None, *, seconds: int = 20) -> None:
    """Have one line said when, in this process, a kernel really is compiled.

    Nothing is said while everything comes from the cache. Call it before the
    work begins; it does not import numba.

    Parameters
    ----------
    say
        Takes the line; writes to stderr by default.
    seconds
        About how long the kernels of a question take to compile; named in the line.
    """
    line = f"compiling kernels for this question, once (about {seconds} s)…"
    _notice[:] = [lambda: (say or _say_on_stderr)(line)]


@cache
def cache_folder() -> Path:
    """Return the folder for the machine code of these sources, made if missing.

    It lies in the user's cache directory, in ``$TRUCO_CACHE_DIR`` when that is
    set, or else, where neither can be written, in a private temporary folder.
    Folders of former sources that nobody used for a week are removed.
    """
    name = f"kernels-{kernel_digest()}"
    for root in _cache_roots():
        folder = root / name
        try:
            is_new = not folder.exists()
            folder.mkdir(parents=True, exist_ok=True)
            os.utime(folder)
        except OSError:
            continue
        if os.access(folder, os.W_OK):
            if is_new:
                _remove_unused(root, keep=folder)
            return folder
    return Path(tempfile.mkdtemp(prefix="truco-analyzer-"))


@cache
def kernel_sources() -> tuple[Path, ...]:
    """Return the files of this package whose text can end up in a kernel, sorted."""
    texts = {path: path.read_bytes() for path in _PACKAGE.rglob("*.py")}
    waiting = [path for path, text in texts.items() if _USES_KERNEL.search(text)]
    found = set(waiting)
    while waiting:
        for path in _imported(texts[waiting.pop()]):
            if path in texts and path not in found:
                found.add(path)
                waiting.append(path)
    return tuple(sorted(found))


@cache
def kernel_digest() -> str:
    """Return a name for these kernels: their sources, and what compiles them."""
    import numpy as np

    digest = hashlib.sha256()
    for part in (sys.version, _numba().__version__, np.__version__):
        digest.update(part.encode())
    for path in kernel_sources():
        digest.update(str(path.relative_to(_PACKAGE)).encode())
        digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()[:20]


def _compiled(function: Callable[P, R], inline: Inline) -> Callable[P, R]:
    numba = _numba()
    if numba.config.DISABLE_JIT:
        return _uncompiled(function)
    from analyzer.core.kernel_cache import KernelCache

    _verify_source(function)
    # Numba reads the folder once, when it makes the dispatcher; other people's
    # functions must not land in ours, so the setting is put back at once.
    with _cache_setting:
        before = numba.config.CACHE_DIR
        numba.config.CACHE_DIR = str(cache_folder())
        try:
            compiled = numba.njit(nogil=True, inline=inline)(function)
            kept: Any = KernelCache(function)
            compiled._cache = kept  # noqa: SLF001 - njit takes no cache but its own
        finally:
            numba.config.CACHE_DIR = before
    typed: Callable[P, R] = compiled
    return typed


def _uncompiled(function: Callable[P, R]) -> Callable[P, R]:
    import numpy as np

    return np.errstate(over="ignore")(function)


@cache
def _numba() -> Any:
    """Import numba, late because it is slow, and listen to it for the notice."""
    import numba
    import numba.core.event

    events: Any = numba.core.event

    class Listener(events.Listener):  # type: ignore[misc]
        def on_start(self, _event: object) -> None:
            while _notice:
                _notice.pop()()

        def on_end(self, _event: object) -> None:
            pass

    events.register("numba:compile", Listener())
    return numba


def _verify_source(function: Callable[..., object]) -> None:
    path = Path(inspect.getfile(function)).resolve()
    if path.is_relative_to(_PACKAGE) and path not in kernel_sources():
        raise RuntimeError(
            f"{path.name}: write `from analyzer.core.jit import kernel` on one line, "
            "or the cache will not notice changes of this file"
        )


def _imported(text: bytes) -> Iterator[Path]:
    for module, names, plain in _IMPORT.findall(text):
        yield from _files_of(module or plain)
        for name in re.findall(rb"\w+", names):
            yield from _files_of(module + b"." + name)


def _files_of(module: bytes) -> Iterator[Path]:
    path = _PACKAGE.joinpath(*module.decode().split(".")[1:])
    yield path.with_suffix(".py")
    yield path / "__init__.py"


def _cache_roots() -> Iterator[Path]:
    chosen = os.environ.get(CACHE_VARIABLE)
    yield Path(chosen) if chosen else platformdirs.user_cache_path("truco-analyzer")
    user = os.getuid() if hasattr(os, "getuid") else "user"
    shared = Path(tempfile.gettempdir()) / f"truco-analyzer-{user}"
    if _make_private(shared):
        yield shared


def _make_private(folder: Path) -> bool:
    """Make a folder that only its owner can enter: cached code is run when it is read."""
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        found = folder.lstat()
    except OSError:
        return False
    if not hasattr(os, "getuid"):
        return True
    mine = stat.S_ISDIR(found.st_mode) and found.st_uid == os.getuid()
    return mine and not found.st_mode & 0o077


def _remove_unused(root: Path, keep: Path) -> None:
    # Every process touches its folder; one in use by another process stays,
    # because numba fails when the folder goes away under its hands.
    for folder in root.glob("kernels-*"):
        try:
            unused = time.time() - folder.stat().st_mtime
        except OSError:
            continue
        if folder != keep and unused > _UNUSED_AFTER:
            shutil.rmtree(folder, ignore_errors=True)


def _say_on_stderr(line: str) -> None:
    sys.stderr.write(line + "\n")
    sys.stderr.flush()
