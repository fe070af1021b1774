"""The block runner: the same digits everywhere, nothing lost, nothing piled up."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from analyzer.core.blocks import Run, Threads, available_cores, run_blocks, run_until
from analyzer.core.errors import InputError
from analyzer.core.jit import kernel
from analyzer.core.rng import deal_key

SEED = np.uint64(9)


@kernel
def key_sums(start, stop, seed):
    """Sums over deals that no two different ranges share."""
    sums = np.zeros(3, np.int64)
    for deal in range(start, stop):
        sums[0] += 1
        sums[1] += deal
        sums[2] += np.int64(deal_key(seed, deal) >> np.uint64(40))
    return sums


def plain(start, stop, action=lambda start: None):
    """Count deals and add their numbers; do something first in each block but the empty one."""
    if start < stop:
        action(start)
    return np.array([stop - start, (stop * (stop - 1) - start * (start - 1)) // 2])


class Heard:
    """A progress that remembers, and does something when the run advances."""

    def __init__(self, action=lambda done: None, at_close=lambda: None):
        self.calls = []
        self.done = 0
        self.action = action
        self.at_close = at_close

    def start(self, total):
        self.calls.append(("start", total))

    def advance(self, deals):
        self.done += deals
        self.action(self.done)

    def close(self):
        self.calls.append(("close", self.done))
        self.at_close()


def has_no_gap(run: Run) -> bool:
    return run.sums.tolist() == [run.done, run.done * (run.done - 1) // 2]


@settings(deadline=None, max_examples=40)
@given(
    first=st.integers(0, 50),
    size=st.integers(0, 3000),
    block=st.integers(1, 4000),
    threads=st.integers(1, 3),
)
def test_any_block_and_any_threads_give_the_same_digits(first, size, block, threads):
    last = first + size
    found = run_blocks(
        key_sums, (SEED,), first=first, last=last, block=max(block, size // 50), threads=threads
    )
    assert found.sums.tolist() == key_sums(first, last, SEED).tolist()
    assert (found.done, found.interrupted) == (size, False)


def test_progress_adds_up_and_is_told_by_the_caller_alone():
    threads = set()
    heard = Heard(lambda done: threads.add(threading.get_ident()))
    run_blocks(plain, (), first=5, last=1005, block=30, threads=2, progress=heard)
    assert heard.calls == [("start", 1000), ("close", 1000)]
    assert threads == {threading.get_ident()}


def test_a_run_looks_at_the_numbers_given_and_stops_when_enough():
    seen = []

    def enough(sums, done):
        seen.append((done, sums.tolist()))
        return done >= 40

    heard = Heard()
    found = run_until(
        plain, (), looks=(10, 20, 40, 80), enough=enough, block=7, threads=2, progress=heard
    )
    assert seen == [(n, [n, n * (n - 1) // 2]) for n in (10, 20, 40)]
    assert (found.done, found.interrupted) == (40, False)
    assert heard.calls == [("start", 80), ("close", 40)]


def test_a_run_ends_at_the_last_look():
    found = run_until(plain, (), looks=(3, 9), enough=lambda *_: False, block=2, first=4)
    assert found.done == 9
    assert found.sums.tolist() == plain(4, 13).tolist()


@pytest.mark.parametrize("threads", [1, 2])
def test_an_error_in_a_kernel_reaches_the_caller(threads):
    def fail(start):
        if start >= 50:
            raise ZeroDivisionError("at 50")

    heard = Heard()
    with pytest.raises(ZeroDivisionError, match="at 50"):
        run_blocks(plain, (fail,), first=0, last=10**12, block=10, threads=threads, progress=heard)
    assert heard.calls[-1] == ("close", 50)


def test_an_error_in_the_progress_ends_the_run():
    def fail(done):
        raise OSError("terminal gone")

    with pytest.raises(OSError, match="terminal gone"):
        run_blocks(plain, (), first=0, last=10**12, block=10, progress=Heard(fail))


def test_sums_beyond_64_bits_are_refused():
    def huge(start, stop):
        return np.array([(stop - start) * 2**61, start - stop])

    with pytest.raises(OverflowError):
        run_blocks(huge, (), first=0, last=5, block=1)
    assert run_blocks(huge, (), first=0, last=3, block=1).sums[0] == 3 * 2**61


def test_only_a_few_blocks_are_taken_in_advance():
    taken = []

    def spans():
        for start in range(10**12):
            taken.append(start)
            yield start, start + 1

    parts = Threads(2).run(plain, (), spans(), lambda: False)
    for number in range(100):
        span, _ = next(parts)
        assert span == (number, number + 1)
        assert len(taken) <= number + 1 + 8
    parts.close()


def test_blocks_run_at_the_same_time():
    both = threading.Barrier(2, timeout=10)
    run_blocks(plain, (lambda start: both.wait(),), first=0, last=2, block=1, threads=2)


@pytest.mark.parametrize("threads", [1, 2, 3])
def test_after_ctrl_c_the_finished_blocks_are_kept(threads):
    heard = Heard(lambda done: done == 200 and signal.raise_signal(signal.SIGINT))
    found = run_blocks(plain, (), first=0, last=10**12, block=10, threads=threads, progress=heard)
    assert found.interrupted
    assert 200 <= found.done <= 200 + 10 * 4 * threads
    assert found.done == heard.done
    assert has_no_gap(found)
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_after_ctrl_c_nothing_new_is_begun():
    begun = []

    def slow(start):
        begun.append(start)
        if len(begun) == 5:
            signal.raise_signal(signal.SIGINT)
        time.sleep(0.02)

    found = run_blocks(plain, (slow,), first=0, last=10**12, block=1, threads=2)
    assert found.interrupted
    assert has_no_gap(found)
    assert found.done == len(begun) <= 8


def test_ctrl_c_ends_a_run_between_looks_and_asks_nothing_more():
    def enough(sums, done):
        signal.raise_signal(signal.SIGINT)
        return False

    found = run_until(plain, (), looks=(10, 20, 30), enough=enough, block=10)
    assert found.interrupted
    assert found.done == 10
    assert has_no_gap(found)


def test_ctrl_c_while_the_progress_is_closed_loses_nothing():
    heard = Heard(at_close=lambda: signal.raise_signal(signal.SIGINT))
    found = run_blocks(plain, (), first=0, last=100, block=10, progress=heard)
    assert (found.done, found.interrupted) == (100, True)
    assert has_no_gap(found)


def test_a_second_ctrl_c_is_raised():
    def twice(done):
        signal.raise_signal(signal.SIGINT)
        signal.raise_signal(signal.SIGINT)

    with pytest.raises(KeyboardInterrupt):
        run_blocks(plain, (), first=0, last=10**12, block=10, progress=Heard(twice))
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_a_foreign_handler_is_left_alone():
    def handler(number, frame):
        raise AssertionError

    signal.signal(signal.SIGINT, handler)
    try:
        seen = set()
        heard = Heard(lambda done: seen.add(signal.getsignal(signal.SIGINT)))
        run_blocks(plain, (), first=0, last=10, block=10, progress=heard)
        assert seen == {handler}
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def test_a_run_in_another_thread():
    found = []
    thread = threading.Thread(
        target=lambda: found.append(run_blocks(plain, (), first=0, last=100, block=7))
    )
    thread.start()
    thread.join()
    assert found[0].done == 100
    assert has_no_gap(found[0])


ENDLESS = """
import json
import numpy as np
from analyzer.core.blocks import run_blocks
from analyzer.core.jit import kernel

@kernel
def spin(start, stop):
    sums = np.zeros(2, np.int64)
    for deal in range(start, stop):
        value = np.uint64(deal)
        for _ in range(20):
            value = value * np.uint64(6364136223846793005) + np.uint64(1442695040888963407)
        sums[0] += np.int64(value & np.uint64(0)) + 1
        sums[1] += deal
    return sums

class Ready:
    def start(self, total): pass
    def advance(self, deals): print("running", flush=True)
    def close(self): pass

run = run_blocks(spin, (), first=0, last=10**12, block=10**6, threads=2, progress=Ready())
print(json.dumps([run.sums.tolist(), run.done, run.interrupted]))
"""


def test_ctrl_c_stops_a_compiled_run(tmp_path):
    script = tmp_path / "endless.py"
    script.write_text(ENDLESS)
    root = Path(__file__).parent.parent
    with subprocess.Popen(
        [sys.executable, str(script)],
        env=os.environ | {"PYTHONPATH": str(root)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        for _ in range(5):
            assert process.stdout.readline() == "running\n", process.stderr.read()
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=30)
    sums, done, interrupted = json.loads(out.splitlines()[-1])
    assert err == ""
    assert process.returncode == 0
    assert interrupted
    assert sums == [done, done * (done - 1) // 2]


def test_all_cores_are_used_by_default():
    assert Threads().count == available_cores() >= 1


@pytest.mark.parametrize("threads", [0, -1])
def test_fewer_threads_than_one_are_refused(threads):
    with pytest.raises(InputError, match=r"threads: .*a whole number from 1 on"):
        run_blocks(plain, (), first=0, last=1, block=1, threads=threads)


@pytest.mark.parametrize("looks", [(), (5, 5), (9, 3), (-1,)])
def test_looks_must_rise(looks):
    with pytest.raises(ValueError, match="rising"):
        run_until(plain, (), looks=looks, enough=lambda *_: True, block=1)


def test_a_block_has_at_least_one_deal():
    with pytest.raises(ValueError, match="at least one deal"):
        run_blocks(plain, (), first=0, last=1, block=0)
