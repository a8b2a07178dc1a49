"""Best thread time of compiled battles, of the rules and of exact odds: `make bench`."""

from collections.abc import Callable, Sequence
from time import thread_time
from typing import Any

import engine
from engine.core.ruleset import Kernel
from engine.rulesets.warlords.catalog import CATALOG
from engine.rulesets.warlords.kernel import batch as exact
from tests.bench import report
from tests.games.manymarios import kernel_cases as lineups
from tests.games.warlords.test_kernel_parity import Draw
from tests.stacks import battle_file

PASSES = 7
BATTLES = 20
SAMPLES = 20_000
BY_RULES = 20
GOALS = {"warlords": 1_000_000, "manymarios": 500_000}
GROWTH = (2, 4, 8, 16, 32)
Work = Callable[[], object]


def best(*works: Work) -> list[float]:
    """Seconds of each, in turns, after a pass that does not count."""
    for work in works:
        work()
    found = [float("inf")] * len(works)
    for _ in range(PASSES):
        for place, work in enumerate(works):
            begun = thread_time()
            work()
            found[place] = min(found[place], thread_time() - begun)
    return found


def kernel_of(id_: str) -> Kernel:
    make = engine.rulesets()[id_].kernel
    assert make is not None
    return make()


def stacks(
    a: int, b: int, count: int = BATTLES, *, plain: bool = False, heroes: int = 0
) -> list[engine.Battle]:
    draw = Draw(88)

    def unit() -> Any:
        return {"unit": draw.one(CATALOG.units)} if plain else draw.unit()

    city = {"city": "town"} if b > 8 else {}
    sides = [[[unit() for _ in range(size)] for size in (a, b)] for _ in range(count)]
    for stack in (stack for two in sides for stack in two):
        stack[:heroes] = [draw.hero() for _ in range(heroes)]
    return [engine.read(battle_file(*two, **city)) for two in sides]


def marios(a: int, b: int, count: int = BATTLES) -> list[engine.Battle]:
    draw = lineups.Draw(10)
    files = [
        lineups.battle(draw, [lineups.army(draw, a, a), lineups.army(draw, b, b)])
        for _ in range(count)
    ]
    return [engine.read(file) for file in files]


def sampling(battles: Sequence[engine.Battle], samples: int = SAMPLES) -> Work:
    """Each battle so many times, packed beforehand."""
    sampler = kernel_of(battles[0].ruleset.id).sampler
    assert sampler is not None
    plays = [sampler(battle) for battle in battles]
    return lambda: [play(range(samples), 1) for play in plays]


def playing(battles: Sequence[engine.Battle]) -> Work:
    return lambda: [engine.play(b, seed) for b in battles for seed in range(BY_RULES)]


def bench_kernel_and_rules() -> None:
    engine.warm("warlords", "manymarios")
    rows: list[tuple[str, ...]] = [
        ("battles", "kernel, a second", "goal", "rules, a second", "times as fast")
    ]
    for what, battles in (
        ("Warlords 8 v 8, units of the catalog", stacks(8, 8, plain=True)),
        ("Warlords 8 v 8, all sorts", stacks(8, 8)),
        ("Many Marios 10 v 10, each battle many times", marios(10, 10)),
    ):
        kernel, rules = best(sampling(battles), playing(battles[:3]))
        fast, slow = len(battles) * SAMPLES / kernel, 3 * BY_RULES / rules
        least = GOALS[battles[0].ruleset.id]
        goal = report.goal(fast, f"{least:,}", least, at_least=True)
        rows.append((what, f"{fast:,.0f}", goal, f"{slow:,.0f}", f"{fast / slow:,.0f}"))
    report.table("kernel-and-rules", *rows)


def bench_exact_and_sampled() -> None:
    rows: list[tuple[str, ...]] = [
        ("Warlords 8 v 8, all sorts, one battle", "for an interval of", "takes")
    ]
    battles = stacks(8, 8)
    (seconds,) = best(lambda: [*map(alone, battles)])
    rows.append(("exact, kernel", "0", f"{seconds / BATTLES * 1e6:,.0f} µs"))
    (seconds,) = best(sampling(battles))
    each = seconds / BATTLES / SAMPLES
    for points in (5, 1, 0.1):
        needed = round((1.96 / (points / 100)) ** 2 / 4)
        takes = needed * each * 1e6
        rows.append((f"sampled, {needed:,} battles", f"± {points} points", f"{takes:,.0f} µs"))
    report.table("exact-and-sampled", *rows)


def bench_exact_odds_of_stacks() -> None:
    rows: list[tuple[str, ...]] = [
        ("exact odds of Warlords", "kernel", "goal", "rules", "times as fast")
    ]
    field, city = stacks(8, 8, 30, heroes=2), stacks(8, 32, 5, heroes=2)
    packed = exact.pack_battles(field)
    for what, battles, work, most in (
        ("8 v 8 with 2 heroes a side, one call", field, lambda: [*map(alone, field)], 5_000),
        ("the same, many in a call, packed anew", field, lambda: exact.odds(field), 150),
        ("the same, packed before", field, lambda: exact.survivors(*packed), 150),
        ("8 v 32 in a city, one call", city, lambda: [*map(alone, city)], 100_000),
    ):
        found = best(work, lambda: [engine.odds_by_rules(battle) for battle in battles])  # noqa: B023
        kernel, rules = (seconds / len(battles) * 1e6 for seconds in found)
        goal = report.goal(kernel, f"{most:,} µs", most, at_least=False)
        cells = (f"{kernel:,.0f} µs", goal, f"{rules / 1e3:,.1f} ms", f"{rules / kernel:,.0f}")
        rows.append((what, *cells))
    report.table("warlords-exact", *rows)


def alone(battle: engine.Battle) -> object:
    return exact.odds([battle])


def bench_batch_and_single() -> None:
    rows: list[tuple[str, ...]] = [
        ("armies packed anew, for each battle", "one a call", "one call for 200", "times as fast")
    ]
    for what, battles in (
        ("outcomes, Warlords 8 v 8", stacks(8, 8, 200)),
        ("outcomes, Many Marios 10 v 10", marios(10, 10, 200)),
    ):
        seeds = range(len(battles))
        single, batch = best(
            lambda: [engine.outcomes([b], [seed]) for b, seed in zip(battles, seeds, strict=True)],  # noqa: B023
            lambda: engine.outcomes(battles, seeds),  # noqa: B023
        )
        rows.append(row(what, single / 200, batch / 200))
    battles = stacks(8, 8, 200)
    single, batch = best(lambda: [*map(alone, battles)], lambda: exact.odds(battles))
    rows.append(row("exact odds, Warlords 8 v 8", single / 200, batch / 200))
    report.table("single-and-batch", *rows)


def row(what: str, single: float, batch: float) -> tuple[str, ...]:
    return what, f"{single * 1e6:,.0f} µs", f"{batch * 1e6:,.0f} µs", f"{single / batch:,.1f}"


def bench_growth() -> None:
    rows: list[tuple[str, ...]] = [
        ("units a side", "Warlords, sampled", "Warlords, exact", "Many Marios, sampled")
    ]
    for size in GROWTH:
        attackers = min(size, 8)
        battles, others = stacks(attackers, size, 8), marios(size, size, 8)
        count = 2_000
        (found,) = best(sampling(battles, count))
        (whole,) = best(lambda: exact.odds(battles))  # noqa: B023
        (other,) = best(sampling(others, count))
        label = str(size) if size == attackers else f"{size} (Warlords: {attackers} v {size})"
        times = [found / 8 / count * 1e6, whole / 8 * 1e6, other / 8 / count * 1e6]
        rows.append((label, *(f"{value:,.2f} µs" for value in times)))
    report.table("growth", *rows)
