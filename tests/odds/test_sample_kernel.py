"""A sample that the kernel plays is the one that the rules would have played."""

import threading
import time
from collections import Counter
from contextvars import Context
from dataclasses import replace
from typing import Any

import pytest

import engine
from engine.core.events import number_left
from engine.core.rng import output
from engine.core.ruleset import Ends, Kernel
from engine.kernels import loading
from engine.odds import chances
from engine.odds.chances import ends, sampled_odds
from tests.dsl import COIN_FLIP, battle_file
from tests.games.manymarios.kernel_cases import cases
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


def test_kernels_sample_equals_that_of_the_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    """Other tests compare many battles; here are the parts of a sample put together."""
    engine.warm("manymarios", "warlords")
    without = sampled_odds(with_kernel(None), 300, seed=9)
    monkeypatch.setattr(chances, "AT_ONCE", 128)
    monkeypatch.setattr(chances, "BULK_LEAST", 1)
    monkeypatch.setattr(chances, "_by_rules", no_kernel)
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
