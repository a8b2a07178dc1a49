"""A sample that the kernel plays is the one that the rules would have played."""

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from contextvars import Context
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import engine
from engine.core.rng import output
from engine.core.ruleset import Kernel
from engine.core.win_chances import Ends, number_left
from engine.kernels import loading
from engine.odds import sampled
from engine.odds.sampled import ends, sampled_odds
from tests.dsl import COIN_FLIP, battle_file
from tests.games.manymarios.kernel_cases import cases
from tests.games.warlords.test_kernel_parity import Draw
from tests.games.warlords.test_sample_parity import drawn
from tests.stacks import battle_file as stacks
from tests.stacks import unit

EVEN = engine.read(battle_file(COIN_FLIP, None))


def with_kernel(kernel: Any) -> engine.Battle:
    return replace(EVEN, ruleset=replace(EVEN.ruleset, kernel=kernel))


def no_kernel() -> Kernel:
    raise AssertionError("nobody should ask for the kernel")


def played(battle: engine.Battle, numbers: range, seed: int) -> Ends:
    """The sample, battle for battle, as `engine.play` plays it."""
    found: Ends = Counter()
    for number in numbers:
        end = engine.play(battle, output(seed, number)).result
        found[end.winner, number_left(end, "a"), number_left(end, "b")] += 1
    return found


def test_battle_for_battle_the_kernel_s_sample_is_that_of_the_rules(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Other tests compare many battles; here are the parts of a sample put together."""
    engine.warm("manymarios", "warlords")
    without = sampled_odds(with_kernel(None), 300, seed=9)
    monkeypatch.setattr(sampled, "AT_ONCE", 128)
    monkeypatch.setattr(sampled, "BULK_LEAST", 1)
    monkeypatch.setattr(sampled, "_by_rules", no_kernel)
    assert sampled_odds(EVEN, 300, seed=9) == without
    for seed, file in enumerate([*cases("mixed", 20), *drawn(10, 7)[0]]):
        battle = engine.read(file)
        assert ends(battle, range(3), seed) == played(battle, range(3), seed), file


def test_while_a_kernel_loads_the_rules_play_and_the_sample_is_the_same() -> None:
    held = Held()
    battle = with_kernel(held)
    assert ends(battle, range(150), 3) == played(battle, range(150), 3)
    assert held.asked == []  # a thread loads it, and nobody has waited for that
    held.done.set()
    while loading.ready(battle.ruleset) is None:
        time.sleep(0.01)
    assert ends(battle, range(300), 3) == played(battle, range(300), 3)
    assert held.asked == [300]


NEW = """
import json, sys, time
import engine
from engine.kernels import loading
odds = engine.odds(json.load(sys.stdin), "sample", 200)
print(json.dumps([odds.a, loading.ready(engine.rulesets()["warlords"]) is None]), flush=True)
time.sleep(600)
"""


@pytest.mark.long
def test_the_first_sample_of_a_new_installation_waits_for_no_compiler(tmp_path: Path) -> None:
    """It is there before the kernel; another process compiles, of Battlereel wherever it begins."""
    draw = Draw(3)
    file = stacks(*([draw.unit() for _ in range(8)] for _ in "ab"))
    other = tmp_path / "engine" / "kernels"
    other.mkdir(parents=True)
    for name in ("__init__", "../__init__", "__main__"):
        (other / f"{name}.py").touch()
    with subprocess.Popen(
        [sys.executable, "-P", "-c", NEW],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**os.environ, "NUMBA_CACHE_DIR": str(tmp_path / "cache")},
        cwd=tmp_path,
        start_new_session=True,
    ) as process:
        try:
            assert process.stdin
            assert process.stdout
            process.stdin.write(json.dumps(file).encode())
            process.stdin.close()
            share, is_loading = json.loads(process.stdout.readline())
            deadline = time.monotonic() + 60
            while not [*tmp_path.rglob(loading.LOCK)]:  # it says so to other compilers
                assert time.monotonic() < deadline
                time.sleep(0.02)
        finally:
            os.killpg(process.pid, signal.SIGKILL)
    assert is_loading
    found = played(engine.read(file), range(200), 0)
    assert share == sum(times for end, times in found.items() if end[0] == "a") / 200


class Held:
    """A kernel whose sampler is loading until it is let go, and then plays as the rules do."""

    def __init__(self) -> None:
        self.asked: list[int] = []
        self.done = threading.Event()

    def __call__(self) -> Kernel:
        return Kernel(warm=self.warm, sampler=self.sampler)

    def warm(self) -> None:
        assert self.done.wait(60)

    def sampler(self, battle: engine.Battle) -> Any:
        def play(numbers: Any, seed: int) -> Ends:
            # A kernel counts nothing itself.
            self.asked.append(len(numbers))
            return Context().run(played, battle, numbers, seed)

        return play


LONG = engine.read(stacks([unit(5, 3) for _ in range(8)], [unit(5, 3) for _ in range(8)]))
"""At least eight units fall by two hits each: far above KERNEL_BATTLE events."""


@pytest.mark.parametrize("is_loaded", [False, True])
def test_a_sample_costs_the_same_while_its_kernel_loads(*, is_loaded: bool) -> None:
    """150 battles at 50: 7,500, and not one less."""
    held = Held()
    battle = replace(LONG, ruleset=replace(LONG.ruleset, kernel=held))
    loading.ready(battle.ruleset)
    if is_loaded:
        held.done.set()
        while loading.ready(battle.ruleset) is None:
            time.sleep(0.01)
    try:
        with engine.Budget(150 * 50):
            assert ends(battle, range(150)).total() == 150
        with engine.Budget(150 * 50 - 1), pytest.raises(engine.InputError, match="7,499"):
            ends(battle, range(150))
    finally:
        held.done.set()
