"""The best order of a side's units, and puzzles: battles in which it is clear, but not obvious.

All orders are evaluated, or some by hill climbing with swaps and moves.

All orders of a puzzle are evaluated exactly. Random armies are seldom a puzzle, so they are changed
step by step: a unit is replaced by a random one, or two enemy units change places. A change is kept
if it does not reduce the margin of the best order over the second.
"""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import deepcopy
from functools import partial
from itertools import chain, islice
from typing import Any, Final, Literal, NamedTuple, TypeAlias, get_args

import msgspec
import numpy as np
from numpy.typing import NDArray

from engine.core.battlefile import read_battle
from engine.core.errors import InputError, Text, unknown
from engine.core.events import SIDES, SideId, other_side
from engine.core.rng import Rng, Seeded
from engine.core.ruleset import Battle, reorderings
from engine.odds.chances import exact_odds
from engine.rulesets import rulesets
from engine.search import shares
from engine.search.armies import battles_with
from engine.search.shares import SAMPLES, TOP, Arrangements, Places, Task, all_rounded
from engine.search.work import Progress, Stop, Workers

STARTS: Final = 8  # number of random orders from which the search begins, besides the army's own
PART: Final = 256
CLIMB_PART_BY_RULES: Final = 8
NUMBERED_MOST: Final = 2**62


def climb(task: Task, army: Arrangements, workers: Workers) -> dict[Places, float]:
    """Return the shares of all evaluated orders, each the first of those that look the same.

    From each start, the search moves to the best neighbour until none is better. It is
    deterministic.
    """
    known: dict[Places, float] = {}
    rng = Seeded(0)
    drawn = (army.random(rng, "start", str(number)) for number in range(STARTS))
    starts = [tuple(range(army.size)), *map(army.first_alike, drawn)]
    for number, start in enumerate(starts):
        here = start
        _learn(task, [here], known, workers)
        while True:
            around = neighbours(army, here)
            _learn(task, around, known, workers)
            # Of equal orders the first is better, so that the best one is the end of a climb.
            there = min([here, *around], key=lambda order: (-known[order], order))
            if there == here:
                break
            here = there
        workers.report(number + 1, len(starts))
    return known


def neighbours(army: Arrangements, order: Places) -> list[Places]:
    """Return the orders that differ by a swap of two units, or by a move of one."""
    found = dict.fromkeys(map(army.first_alike, reorderings(order)))
    found.pop(order, None)
    return [*found]


def nearest_first(army: Arrangements, own: Places) -> Iterator[Places]:
    """Yield the orders that look different from the army's own, the nearest ones first."""
    seen = {own, army.first_alike(own)}
    near = [order for order in neighbours(army, own) if order not in seen]
    yield from near
    if army.count * army.size > NUMBERED_MOST:
        return
    seen.update(near)
    for first in range(0, army.count, PART):
        rows = army.part(first, min(first + PART, army.count)).tolist()
        yield from (order for order in map(tuple, rows) if order not in seen)


def _learn(task: Task, orders: list[Places], known: dict[Places, float], workers: Workers) -> None:
    new = [order for order in orders if order not in known]
    size = PART if task.by_kernel else CLIMB_PART_BY_RULES
    parts = [new[n : n + size] for n in range(0, len(new), size)]
    found = workers.each(task.means, parts, by_kernel=task.by_kernel)
    for part, rows in zip(parts, found, strict=True):
        known.update(zip(part, rows.tolist(), strict=True))


Search: TypeAlias = Literal["auto", "all", "local"]
SEARCHES: Final[tuple[Search, ...]] = get_args(Search)

ORDERS_MOST: Final = 5_000_000  # battles to evaluate all orders by a kernel: ten units
BY_RULES_MOST: Final = 5_040  # the same limit without a kernel
PARTS: Final = 100
PART_LEAST: Final = 2_048
PART_BY_RULES: Final = 24


class Order(msgspec.Struct, frozen=True, omit_defaults=True):
    order: Places  # the units by their places in the army, from 0
    win: float  # counts a draw as half; against several opponents the mean of `wins`
    wins: tuple[float, ...] | None = None
    interval: tuple[float, float] | None = None  # the 95 % interval of a sampled `win`
    intervals: tuple[tuple[float, float], ...] | None = None  # those of `wins`


class BestOrder(msgspec.Struct, frozen=True, omit_defaults=True):
    """The best orders of a side's units, best first.

    `tried` is the number of orders covered. With `search` "all" these are all n!; `weighed` is the
    number of evaluated orders: one of those that just swap equal units. With "local", both are the
    number of distinct evaluated orders, beginning with `starts` orders; no swap of two units and no
    move of one improves the first of `orders`. `own` is the army's own order, `better` how many of
    the evaluated ones are better.
    """

    method: Literal["exact", "sample"]
    side: SideId
    tried: int
    orders: tuple[Order, ...]
    search: Literal["all", "local"]
    weighed: int
    own: Order
    better: int
    starts: int | None = None
    samples: int | None = None


Part: TypeAlias = tuple[list[tuple[float, Places]], int]
"""The best distinct orders of a part, and how many are better than the army's own."""


def best_order(
    source: Any,
    side: SideId = "a",
    top: int = TOP,
    *,
    against: Sequence[Mapping[str, Any]] = (),
    search: Search = "auto",
    distinct: bool = False,
    samples: int = SAMPLES,
    most: int | None = None,
    workers: int = 1,
    scheduler: str | None = None,
    progress: Progress | None = None,
    stop: Stop | None = None,
) -> BestOrder:
    """Return the `top` best orders of a side's units in a battle file or a Battle, best first.

    `against` are armies of further opponents: then an order gets the mean over all of them. With
    `distinct`, only the first of orders that just swap equal units is listed. `search` "auto"
    evaluates all orders if these are at most `most` battles, and otherwise searches locally. Raises
    InputError for a bad file, for a game whose units have no order and for "all" with too many
    orders; ValueError for another search or side, or a number below 1.
    """
    if side not in SIDES:
        raise ValueError(unknown("side", side, SIDES))
    if search not in SEARCHES:
        raise ValueError(unknown("search", search, SEARCHES))
    if top < 1:
        raise ValueError(f"top is {top}; it must be at least 1")
    battles = battles_with(source, side, against)
    army = Arrangements(_units(battles[0], side))
    own_order = tuple(range(army.size))
    files = tuple(json.dumps(battle.without_dice().document) for battle in battles)
    has_kernel = shares.of_orders(battles[0], side, np.array([own_order])) is not None
    task = Task(files, side, samples, has_kernel)
    (own,) = task.weigh([own_order])
    battles_most = most or (ORDERS_MOST if has_kernel else BY_RULES_MOST)
    fits = army.count * len(battles) <= battles_most
    if search == "all" and not fits:
        raise _too_many(army, len(battles), battles_most, side)
    tried, weighed, starts = army.total, army.count, None
    with Workers(workers, stop, scheduler, progress) as crew:
        if is_all := search != "local" and fits:
            rows, better = _all(task, army, top, own.win, crew)
            rows = rows if distinct else _spread(army, rows, top)
        else:
            known = climb(task, army, crew)
            rows = _best((win, order) for order, win in known.items())[:top]
            better = sum(win > own.win for win in known.values())
            tried, weighed, starts = len(known), len(known), STARTS + 1
    orders = [order for _, order in rows]
    listed = zip(orders, task.weigh(orders), strict=True)
    return BestOrder(
        method="sample" if own.interval else "exact",
        side=side,
        tried=tried,
        orders=tuple(Order(order, *one) for order, one in listed),
        search="all" if is_all else "local",
        weighed=weighed,
        own=Order(own_order, *own),
        better=better,
        starts=starts,
        samples=samples if own.interval else None,
    )


def _units(battle: Battle, side: SideId) -> list[Any]:
    key = battle.ruleset.ordered
    if key is None:
        raise InputError.single(
            "ruleset",
            "{game} has no order of units to search; compare whole armies instead",
            game=Text(battle.ruleset.name),
        )
    units: list[Any] = battle.document["sides"][SIDES.index(side)]["army"][key]
    return units


def _too_many(army: Arrangements, opponents: int, most: int, side: SideId) -> InputError:
    return InputError.single(
        f"sides[{SIDES.index(side)}].army",
        "has {orders:,} orders, so {battles:,} battles; a search of all plays at most {most:,}; "
        "use the search 'local'",
        orders=army.count,
        battles=army.count * opponents,
        most=most,
    )


def _all(task: Task, army: Arrangements, top: int, own: float, workers: Workers) -> Part:
    """Return the best of all orders, and how many are better than the army's own."""
    size = max(PART_LEAST, -(-army.count // PARTS)) if task.by_kernel else PART_BY_RULES
    parts = [(n, min(n + size, army.count)) for n in range(0, army.count, size)]
    best: list[tuple[float, Places]] = []
    better = 0
    job = partial(_part, task, army.units, top, own)
    found = workers.each(job, parts, by_kernel=task.by_kernel)
    for (_, done), (rows, count) in zip(parts, found, strict=True):
        best = _best([*best, *rows])[:top]
        better += count
        workers.report(done, army.count)
    return best, better


def _part(task: Task, units: Sequence[Any], top: int, own: float, part: tuple[int, int]) -> Part:
    orders = Arrangements(units).part(*part)
    wins = task.means(orders)
    better = int((wins > own).sum())
    least = np.partition(wins, -top)[-top] if top < len(wins) else 0
    good = np.flatnonzero(wins >= least)
    # By descending share, then by places: lexsort's last key is the primary one.
    ranked = good[np.lexsort((*orders[good].T[::-1], -wins[good]))[:top]]
    rows = zip(wins[ranked].tolist(), map(tuple, orders[ranked].tolist()), strict=True)
    return list(rows), better


def _best(rows: Any) -> list[tuple[float, Places]]:
    return sorted(rows, key=lambda row: (-row[0], row[1]))


def _spread(
    army: Arrangements, rows: Sequence[tuple[float, Places]], top: int
) -> list[tuple[float, Places]]:
    """Return the best of all orders, from the best distinct ones.

    Among equal orders, the first `top` are all equivalent to one of the first `top` distinct ones.
    """
    alike = (((win, order) for order in islice(army.all_alike(first), top)) for win, first in rows)
    return _best(chain.from_iterable(alike))[:top]


SIDE: Final[SideId] = "a"  # the side whose units are put in order
MARGIN: Final = 0.02  # minimum margin of the best order over the second distinct one
MARGIN_WANTED: Final = 0.04  # the margin aimed at, if a few changes reach it
CHANCE_LEAST: Final = 0.25
CHANCE_MOST: Final = 0.85  # bounds of the best order's chance: worth a try, and never certain
SPREAD: Final = 0.10  # minimum margin of the best order over the worst
PUZZLE_ORDERS_LEAST: Final = 60
PUZZLE_ORDERS_MOST: Final = 180  # distinct orders: of more, one is hardly ever clearly best
PATIENCE: Final = 40  # consecutive failed changes before other armies are drawn
DRAWN: Final = 8  # random armies of each side whose units serve as replacements

Army = dict[str, Any]
Draw = Callable[[SideId], Army]  # draws an army of a fixed size for a side
Allows = Callable[[Battle], bool]  # whether changed armies may meet


class WeighedOrders(NamedTuple):
    """The shares of all distinct orders, best first; `obvious` ones come to mind first."""

    orders: tuple[Places, ...]
    wins: tuple[float, ...]
    obvious: Mapping[str, Places]

    @property
    def margin(self) -> float:
        return self.wins[0] - self.wins[1] if len(self.wins) > 1 else 0.0

    @property
    def is_puzzle(self) -> bool:
        """Whether one order is clearly best, and none of the obvious ones."""
        return (
            PUZZLE_ORDERS_LEAST <= len(self.wins) <= PUZZLE_ORDERS_MOST
            and self.margin >= MARGIN
            and CHANCE_LEAST <= self.wins[0] <= CHANCE_MOST
            and self.wins[0] - self.wins[-1] >= SPREAD
            and self.orders[0] not in self.obvious.values()
        )


class MadePuzzle(NamedTuple):
    battle: Battle
    weighed: WeighedOrders


def weigh_all(battle: Battle) -> WeighedOrders:
    """Evaluate all orders of side a. Raises InputError if no kernel evaluates orders."""
    army = Arrangements(_units(battle, SIDE))
    rows = army.part(0, army.count)
    wins = all_rounded(_shares(battle, rows))
    ranked = np.lexsort((*rows.T[::-1], -wins))
    return WeighedOrders(
        orders=tuple(map(tuple, rows[ranked].tolist())),
        wins=tuple(wins[ranked].tolist()),
        obvious=obvious(battle),
    )


def obvious(battle: Battle) -> dict[str, Places]:
    """Return the orders that come to mind first: as listed, strongest first, weakest first.

    A unit is stronger if fewer enemies are left on average when it fights all of them alone.
    """
    army = Arrangements(_units(battle, SIDE))
    places = range(army.size)
    left = [_left(shares.reordered(battle, SIDE, [place])) for place in places]
    orders = {
        "listed": [*places],
        "strongest": sorted(places, key=lambda place: left[place]),
        "weakest": sorted(places, key=lambda place: -left[place]),
    }
    return {name: army.first_alike(order) for name, order in orders.items()}


def make_puzzle(terms: Mapping[str, Any], draw: Draw, allows: Allows, rng: Rng) -> MadePuzzle:
    """Return a puzzle with armies like the drawn ones; the same dice make the same puzzle."""
    while True:
        battle = _read({**terms, "sides": [{"army": draw(side)} for side in SIDES]}, allows)
        made = _climbed(battle, _Changes(battle, draw, allows, rng)) if battle else None
        if made is not None:
            break
    # The order of the own units must give no hint.
    army = Arrangements(_units(made.battle, SIDE))
    while True:
        order = army.random(rng, "shuffle", "")
        shuffled = _as_puzzle(shares.reordered(made.battle, SIDE, order))
        if shuffled is not None:
            return shuffled


class _Changes:
    """Random changes of battles: a unit is replaced, or two enemy units change places."""

    def __init__(self, battle: Battle, draw: Draw, allows: Allows, rng: Rng) -> None:
        key = battle.ruleset.ordered
        assert key is not None
        self.key = key
        self.rows = {side: [row for _ in range(DRAWN) for row in draw(side)[key]] for side in SIDES}
        self.allows = allows
        self.rng = rng

    def random_change(self, battle: Battle) -> Battle | None:
        """Return the battle with one change; None where these armies may not meet."""
        document = deepcopy(battle.document)
        change = self.rng.below(4, "change", "")
        side: SideId = SIDE if change < 2 else other_side(SIDE)
        units = document["sides"][SIDES.index(side)]["army"][self.key]
        place = self.rng.below(len(units), "place", "")
        other = self.rng.below(len(units), "other", "")
        if change == 0:
            # Equal units leave fewer orders, so that one stands out more easily.
            units[place] = units[other]
        elif change == 2:
            units[place], units[other] = units[other], units[place]
        else:
            drawn = self.rows[side]
            units[place] = drawn[self.rng.below(len(drawn), "unit", "")]
        return _read(document, self.allows)


def _climbed(battle: Battle, changes: _Changes) -> MadePuzzle | None:
    """Return a puzzle made from this battle by some changes, if there is one."""
    best = _score(battle)
    failed = 0
    while best is not None and best < MARGIN_WANTED and failed < PATIENCE:
        failed += 1
        changed = changes.random_change(battle)
        score = _score(changed) if changed is not None else None
        if changed is not None and score is not None and score >= best:
            failed = 0 if score > best else failed
            battle, best = changed, score
    return _as_puzzle(battle) if best is not None and best >= MARGIN else None


def _as_puzzle(battle: Battle) -> MadePuzzle | None:
    weighed = weigh_all(battle)
    return MadePuzzle(battle, weighed) if weighed.is_puzzle else None


def _score(battle: Battle) -> float | None:
    """Return the margin of the best order over the second, minus penalties for other shortcomings.

    None if there are too many or too few orders, or if one side is far too strong.
    """
    army = Arrangements(_units(battle, SIDE))
    if not PUZZLE_ORDERS_LEAST <= army.count <= PUZZLE_ORDERS_MOST:
        return None
    wins = _shares(battle, army.part(0, army.count))
    best, second = np.sort(wins)[:-3:-1].tolist()
    if not CHANCE_LEAST / 2 <= best <= (1 + CHANCE_MOST) / 2:
        return None
    lacks = max(CHANCE_LEAST - best, best - CHANCE_MOST, 0.0)
    lacks += max(SPREAD - (best - float(wins.min())), 0.0)
    return float(best - second - lacks)


def _read(document: Mapping[str, Any], allows: Allows) -> Battle | None:
    """Return the battle in this file; None where these armies may not meet."""
    try:
        battle = read_battle(document, rulesets())
    except InputError:
        return None
    return battle if allows(battle) else None


def _shares(battle: Battle, orders: NDArray[Any]) -> NDArray[Any]:
    wins = shares.of_orders(battle, SIDE, orders)
    if wins is None:
        raise InputError.single("ruleset", "has no kernel that weighs orders")
    return wins


def _left(battle: Battle) -> float:
    row = exact_odds(battle).survivors[other_side(SIDE)]
    return sum(count * chance for count, chance in enumerate(row))
