"""Verdict on a battle: shares of armies, orders of units and dice, which add up.

VERDICT.md explains the method. All shares are those of side a: its chance to win plus half the
chance of a draw; 1, 1/2 or 0 for a result.
"""

from collections.abc import Iterable, Iterator, Sequence
from math import fsum, sqrt
from typing import Any, Final, Literal, NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from engine.core.battle import Recording, recording_of
from engine.core.battlefile import read_battle
from engine.core.errors import InputError, Problem, RecordingError, unknown
from engine.core.events import SIDES, SideId
from engine.core.rng import Seeded
from engine.core.ruleset import Battle
from engine.odds.chances import Z_95, exact_odds, kernel_cost
from engine.rulesets import battle_of, rulesets
from engine.search import shares
from engine.search.shares import Arrangements
from engine.search.work import Progress, Stop, Workers

PAIRS_MOST: Final = 10_000  # of orders that are all evaluated; of more, a random sample is
PAIRS_BY_RULES_MOST: Final = 576  # without a kernel: enough for four units against four
DRAWN: Final = 100  # number of random orders of side b if there are too many pairs
DRAWN_OF_EACH: Final = 20  # number of random orders of side a for each of them
CENTRAL: Final = 0.95  # minimum probability that dice alone end within the interval
TOGETHER: Final = 8  # number of battles sent to a machine together


class Verdict(msgspec.Struct, frozen=True):
    """Why side a won or lost: `armies` + `order` + `dice` = `result` - 1/2."""

    result: float
    chance: float  # its exact share at the start of the battle
    mean: float  # the mean of its shares over all orders of both sides' units
    armies: float  # `mean` - 1/2
    order: float | None  # `chance` - `mean`; null for a game whose units have no order
    dice: float  # `result` - `chance`
    # of the mean: "exact" by all pairs of orders, or "sample" with its 95 % `interval`
    method: Literal["exact", "sample"]
    pairs: int  # number of evaluated distinct pairs
    interval: tuple[float, float] | None = None


def verdict(source: Any, winner: SideId | None, *, stop: Stop | None = None) -> Verdict:
    """Return why a battle ended with this winner (None: a draw): armies, orders and dice.

    Raises InputError for a bad file, for odds that are not exact, and for too many orders without a
    kernel.
    """
    battle = battle_of(source)
    result = 0.5 if winner is None else float(winner == "a")
    key = battle.ruleset.ordered
    if key is None:
        chance = shares.share_of(exact_odds(battle), "a")
        return Verdict(result, chance, chance, chance - 0.5, None, result - chance, "exact", 1)
    a, b = (Arrangements(side["army"][key]) for side in battle.document["sides"])
    own = shares.of_orders(battle, "a", np.array([range(a.size)]))
    has_kernel = own is not None
    chance = shares.share_of(exact_odds(battle), "a") if own is None else float(own[0])
    pairs, interval = a.count * b.count, None
    if pairs <= (PAIRS_MOST if has_kernel else PAIRS_BY_RULES_MOST):
        mean = fsum(_all(battle, a, b, Workers(1, stop))) / pairs
    elif has_kernel:
        pairs = DRAWN * DRAWN_OF_EACH
        mean, interval = _estimate(battle, a, b, Workers(1, stop))
    else:
        raise InputError.single(
            "",
            "has {pairs:,} pairs of orders, too many to evaluate (at most {most:,})",
            pairs=pairs,
            most=PAIRS_BY_RULES_MOST,
        )
    return Verdict(
        result=result,
        chance=chance,
        mean=mean,
        armies=mean - 0.5,
        order=chance - mean,
        dice=result - chance,
        method="exact" if interval is None else "sample",
        pairs=pairs,
        interval=interval,
    )


def verdict_cost(battle: Battle) -> int:
    """Return the approximate number of operations of a verdict by a kernel."""
    key = battle.ruleset.ordered
    if key is None:
        return 1
    a, b = (Arrangements(side["army"][key]) for side in battle.document["sides"])
    pairs = a.count * b.count
    return (pairs if pairs <= PAIRS_MOST else DRAWN * DRAWN_OF_EACH) * kernel_cost(battle)


def _all(battle: Battle, a: Arrangements, b: Arrangements, workers: Workers) -> Iterator[float]:
    """Yield the share of side a for each pair of orders; reads one battle per order of a side."""
    sides: tuple[tuple[SideId, Arrangements], ...] = (("a", a), ("b", b))
    (side, fewer), (other, more) = sorted(sides, key=lambda one: one[1].count)
    orders = more.part(0, more.count)
    for order in fewer.part(0, fewer.count).tolist():
        workers.raise_if_stopped()
        yield from _shares(shares.reordered(battle, side, order), other, orders)


def _estimate(
    battle: Battle, a: Arrangements, b: Arrangements, workers: Workers
) -> tuple[float, tuple[float, float]]:
    """Return the mean over random pairs of orders, always the same ones, and its 95 % interval.

    The variance is that of the independent means of random orders of a against each order of b.
    """
    rng = Seeded(0)
    means = []
    for number in range(DRAWN):
        workers.raise_if_stopped()
        against = shares.reordered(battle, "b", b.random(rng, "order", f"b {number}"))
        orders = [a.random(rng, "order", f"a {number} {k}") for k in range(DRAWN_OF_EACH)]
        means.append(fsum(_shares(against, "a", np.array(orders))) / DRAWN_OF_EACH)
    mean = fsum(means) / DRAWN
    variance = fsum((one - mean) ** 2 for one in means) / (DRAWN - 1)
    half = Z_95 * sqrt(variance / DRAWN)
    return mean, (max(0.0, mean - half), min(1.0, mean + half))


def _shares(battle: Battle, side: SideId, orders: Any) -> list[float]:
    found = shares.of_orders(battle, side, orders)
    if found is None:
        by_rules = (shares.reordered(battle, side, order) for order in orders.tolist())
        return [shares.share_of(exact_odds(one), "a") for one in by_rules]
    own: list[float] = (found if side == "a" else 1 - found).tolist()
    return own


class FinishedBattle(NamedTuple):
    """A player's finished battle: exact chances at its start, and the result: 1, 1/2 or 0."""

    win: float
    draw: float
    result: float


class WinBalance(msgspec.Struct, frozen=True):
    """A player's wins in several battles: `won` = `owed` + `dice`."""

    battles: int  # number of battles
    won: float  # actual wins
    owed: float  # expected wins, the sum of the shares at the start of each battle
    dice: float  # `won` - `owed`
    # the range of `dice` that dice alone keep to in at least 95 of 100 cases
    interval: tuple[float, float]


def win_balance(ended: Iterable[FinishedBattle]) -> WinBalance:
    """Return the actual wins in these battles, the expected wins, and the difference."""
    battles = [*ended]
    won = fsum(one.result for one in battles)
    expected = fsum(one.win + one.draw / 2 for one in battles)
    chances = distribution(battles)
    # The interval leaves out at most 2.5 % at either end.
    ends = (chances.cumsum(), chances[::-1].cumsum())
    tail = (1 - CENTRAL) / 2
    least, beyond = (int(np.searchsorted(end, tail, side="right")) for end in ends)
    interval = least / 2 - expected, (len(chances) - 1 - beyond) / 2 - expected
    return WinBalance(len(battles), won, expected, won - expected, interval)


def distribution(battles: Iterable[FinishedBattle]) -> NDArray[Any]:
    """Return the exact distribution of the number of half wins, from 0 on."""
    found = np.ones(1)
    for one in battles:
        found = np.convolve(found, [1 - one.win - one.draw, one.draw, one.win])
    return found


class JudgedBattle(NamedTuple):
    """A battle from one player's view: chances and result, its verdict, and the player's side."""

    ended: FinishedBattle
    verdict: Verdict
    side: SideId


class SeriesVerdict(msgspec.Struct, frozen=True):
    """A player's wins in several battles: `armies` + `order` + `dice` = `won` - `battles` / 2."""

    battles: int  # number of battles
    won: float  # actual wins, with a draw counting half
    # the sums of these parts of each battle, in wins; `order` is null without orders of units
    armies: float
    order: float | None
    dice: float
    # the range of `dice` that dice alone keep to in at least 95 of 100 cases
    interval: tuple[float, float]
    # the 95 % error of `armies` and `order`, in opposite directions, if orders were sampled; else 0
    spread: float


def judge(source: Any, side: SideId = "a", *, stop: Stop | None = None) -> JudgedBattle:
    """Return the verdict on a battle from the view of the player on this side.

    `source` is a recording, or a battle file or Battle with a seed, which is played. Raises
    InputError like `verdict`, and for a recording of older rules; RecordingError for a truncated
    recording; ValueError for another side.
    """
    if side not in SIDES:
        raise ValueError(unknown("side", side, SIDES))
    recording = source if isinstance(source, Recording) else recording_of(battle_of(source))
    battle = read_battle(recording.header.battle, rulesets()).without_dice()
    if recording.header.ruleset_version != battle.ruleset.version:
        raise InputError.single("", "was played by older rules, with other chances; leave it out")
    winner = recording.result.winner
    found = verdict(battle, winner, stop=stop)
    odds = shares.exact(battle)
    result = 0.5 if winner is None else float(winner == side)
    ended = FinishedBattle(odds.a if side == "a" else odds.b, odds.draw, result)
    return JudgedBattle(ended, found, side)


def judge_all(
    battles: Sequence[tuple[Any, SideId]],
    *,
    workers: int = 1,
    scheduler: str | None = None,
    progress: Progress | None = None,
    stop: Stop | None = None,
) -> list[JudgedBattle]:
    """Return the verdicts on these sources and sides. Raises InputError, paths with the place."""
    found: list[JudgedBattle] = []
    with Workers(workers, stop, scheduler, progress) as crew:
        # Kernels do nearly all of the work, without Python's lock.
        numbered = [*enumerate(battles)]
        for one in crew.each(_judge_numbered, numbered, by_kernel=True, together=TOGETHER):
            found.append(one)
            crew.report(len(found), len(battles))
    return found


def _judge_numbered(numbered: tuple[int, tuple[Any, SideId]]) -> JudgedBattle:
    place, battle = numbered
    try:
        return judge(*battle)
    except RecordingError as error:
        raise InputError.single(f"[{place}]", str(error)) from None
    except InputError as error:
        raise InputError(
            Problem(f"[{place}]{path and f'.{path}'}", message) for path, message in error.problems
        ) from None


def series_verdict(battles: Iterable[JudgedBattle]) -> SeriesVerdict:
    rows = [*battles]
    balance = win_balance(one.ended for one in rows)
    signed = [(1 if one.side == "a" else -1, one.verdict) for one in rows]
    orders = [sign * found.order for sign, found in signed if found.order is not None]
    intervals = [found.interval or (0, 0) for _, found in signed]
    return SeriesVerdict(
        battles=balance.battles,
        won=balance.won,
        armies=fsum(sign * found.armies for sign, found in signed),
        order=fsum(orders) if orders else None,
        dice=balance.dice,
        interval=balance.interval,
        # Errors of battles between the same armies correlate: they add up, not their squares.
        spread=fsum((high - low) / 2 for low, high in intervals),
    )
