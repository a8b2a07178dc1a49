"""How fast the exact odds of Warlords are, as ratios to the plain Python reference.

The battles are stacks with heroes, drawn from a fixed seed and read beforehand. Each figure is the
median of several passes, on one core.
"""

from collections.abc import Callable
from functools import cache
from statistics import median
from time import perf_counter

import engine
from engine.rulesets.warlords.kernel import batch as kernels
from tests.bench import report
from tests.games.warlords.test_kernel_parity import Draw
from tests.stacks import battle_file

BATTLES = 30
PASSES = 3
HEROES = 2


@cache
def battles(a: int, b: int) -> list[engine.Battle]:
    draw = Draw(a * 100 + b)
    files = []
    for _ in range(BATTLES if b == a else 5):
        stacks = [[draw.unit() for _ in range(size)] for size in (a, b)]
        for stack in stacks:
            stack[:HEROES] = [draw.hero() for _ in range(HEROES)]
        files.append(battle_file(*stacks, **({"city": "town"} if b > 8 else {})))
    return [engine.read(file) for file in files]


def seconds(work: Callable[[], object], count: int) -> float:
    """The median over the passes for one battle, after a pass that does not count."""
    work()
    found = []
    for _ in range(PASSES):
        begun = perf_counter()
        work()
        found.append(perf_counter() - begun)
    return median(found) / count


def row(what: str, one: float, rules: float, limit: float) -> tuple[str, ...]:
    goal = report.goal(one, f"{limit * 1e6:,.0f} µs", limit, at_least=False)
    return what, f"{one * 1e6:,.0f} µs", goal, f"{rules * 1e3:,.1f} ms", f"{rules / one:,.0f}"


def reference(read: list[engine.Battle]) -> float:
    return seconds(lambda: [engine.odds(battle, "exact") for battle in read], len(read))


def bench_exact_odds_of_stacks() -> None:
    kernels.warm()
    field = battles(8, 8)
    plain = reference(field)
    single = seconds(lambda: [kernels.odds([battle]) for battle in field], len(field))
    bulk = seconds(lambda: kernels.odds(field), len(field))
    stacks, packed = kernels.pack_battles(field)
    again = seconds(lambda: kernels.survivors(stacks, packed), len(field))
    city = battles(8, 32)
    by_rules = reference(city)
    large = seconds(lambda: [kernels.odds([battle]) for battle in city], len(city))
    what = f"8 v 8 with {HEROES} heroes a side"
    report.table(
        "warlords-exact",
        ("exact odds of Warlords", "kernel", "goal", "rules", "times as fast"),
        row(f"{what}, one call", single, plain, 5e-3),
        row("the same, many in a call, packed anew", bulk, plain, 150e-6),
        row("the same, packed before", again, plain, 150e-6),
        row("8 v 32 in a city, one call", large, by_rules, 100e-3),
    )
