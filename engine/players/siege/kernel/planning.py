"""The strong bot's decisions: infer the enemy's possible units, and plan against all of them.

- Inference computes the exact set of possible values of the enemy's units. Worlds are drawn from it
  uniformly.
- The search finds a mixed plan near an equilibrium. The enemy knows its world and has a plan for
  each; the own side has one plan for all. Plans are found by regret matching over few orders. Then
  the best orders against the other side's plan are added, for a fixed number of turns (the double
  oracle method).
- A small network, trained on matches of the bot against itself, estimates its chance in the
  position after the round. It sums over a side's units, so that their letters do not matter, and
  treats both sides alike except for the final tie-break. All weights are whole numbers, so that
  results are the same on every machine.

The effort is counted in turns rather than seconds, so that a seed gives the same match.
"""

import json
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache, partial
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.core.rng import Rng, Seeded
from engine.kernels.compiled import bare, bare_kernel, compiled, kernel
from engine.players.siege.kernel import possible, rounds
from engine.players.siege.kernel.inference import knowledge, sight_of_view
from engine.players.siege.kernel.possible import outputs
from engine.players.siege.kernel.rounds import UNITS, Array, Rules, deeds, meet, prepare, rules_of
from engine.rulesets.siege.catalog import TABLES
from engine.rulesets.siege.events import ORDERS
from engine.rulesets.siege.rules import EXH_MOST, ROUNDS, Orders, Rows, Tables
from engine.rulesets.siege.state import View

FILE: Final = Path(__file__).parent / "judgement.json"
SCALE: Final = 1024  # weights are in 1024ths
SURE: Final = 1_000_000  # the chance of the side that has won; chances are in millionths
REACH: Final = 12  # logits beyond this count as certain
FINE: Final = 256  # logits are looked up in steps of 1/256

Longs = NDArray[np.int64]
Weights = Mapping[str, Any]


def features(units: Array) -> Longs:
    """Return the network's inputs for units, in rows: one-hot encoded values and pairs of them."""
    most = rounds.PLAIN_MOST
    atk, def_, hp = (np.minimum(units[:, stat], most) for stat in range(3))
    exh = units[:, 3]
    values, tired = most + 1, EXH_MOST + 1
    sorts = (
        (atk, values),
        (def_, values),
        (hp, values),
        (exh, tired),
        (atk * tired + exh, values * tired),
        (def_ * tired + exh, values * tired),
        (hp * tired + exh, values * tired),
        (atk * values + def_, values**2),
    )
    return np.concatenate([np.eye(many, dtype=np.int64)[each] for each, many in sorts], axis=1)


def clock(rounds_left: NDArray[Any]) -> NDArray[np.float64]:
    """Return the network's inputs for the rounds that are left."""
    left = np.asarray(rounds_left, np.float64)
    columns = (np.ones_like(left), left / ROUNDS, np.exp(-left / 2), np.exp(-left / 6), left <= 1)
    return np.stack(np.broadcast_arrays(*columns), axis=-1).astype(np.float64)


class Net(NamedTuple):
    # by code, a unit's contribution to the hidden neurons of its own side, then of the other
    units: Array
    start: Array  # by rounds left, the biases of the neurons
    out: Array  # the neurons' weights
    seat: Longs  # by rounds left, the advantage of side a
    curve: Array  # chances by logit


def net_of(rules: Rules, weights: Weights) -> Net:
    """Return the network for these rules.

    weights: `own` and `foe` by feature and hidden neuron, `clock` and `out` by hidden neuron, and
        `seat`, the weights of the clock for side a.
    """
    seen = features(rules.units)
    own, foe = (seen @ np.array(weights[name], np.int64) for name in ("own", "foe"))
    times = clock(np.arange(ROUNDS + 1))
    steps = range(-REACH * FINE, REACH * FINE + 1)
    return Net(
        units=np.concatenate((own, foe), axis=1).astype(np.int32),
        start=np.rint(times @ np.array(weights["clock"])).astype(np.int32),
        out=np.array(weights["out"], np.int32),
        seat=np.rint(times @ np.array(weights["seat"]) * SCALE).astype(np.int64),
        curve=np.array([round(SURE / (1 + math.exp(-step / FINE))) for step in steps], np.int32),
    )


@bare
def chance(rules: Rules, net: Net, after: Array, fallen: int, left: int, seat: int) -> int:
    """Return the first side's chance after `meet`; seat: 1 if it is a, -1 if it is b."""
    if fallen:
        return SURE if fallen > 0 else 0
    if left == 0:  # b wins ties
        return SURE if 2 * ahead(rules, after) > seat else 0
    step = (lead(net, after, left) * seat + net.seat[left]) * FINE // SCALE**2
    likely = int(net.curve[min(max(step, -REACH * FINE), REACH * FINE) + REACH * FINE])
    return likely if seat > 0 else SURE - likely


@bare
def ahead(rules: Rules, after: Array) -> int:
    """Return by how much the first side's score is larger."""
    difference = 0
    for slot in range(UNITS):
        difference += rules.score[after[0, slot]] - rules.score[after[1, slot]]
    return difference


@bare
def lead(net: Net, after: Array, left: int) -> int:
    """Return the first side's lead in output, without a's advantage; sums stay far below 2**31."""
    width = len(net.out)
    difference = 0
    for neuron in range(width):
        one = two = net.start[left, neuron]
        for slot in range(UNITS):
            first, second = after[0, slot], after[1, slot]
            one = np.int32(one + net.units[first, neuron] + net.units[second, width + neuron])
            two = np.int32(two + net.units[second, neuron] + net.units[first, width + neuron])
        difference += np.int32(max(one, 0) - max(two, 0)) * net.out[neuron]
    return difference


@cache
def weights() -> Weights:
    read: Weights = json.loads(FILE.read_text("utf-8"))
    return read


EVERY: Final = np.array(list(np.ndindex((4,) * UNITS)), np.int32)
"""All combinations of a side's orders, allowed or not."""


def sensible(rules: Rules, sides: Array) -> tuple[Array, Array]:
    """Return all orders that each side may give, without some dominated ones.

    Omitted are orders that only swap equal units, and those in which no unit recovers although one
    without an order could, since the first to recover pays nothing. The second array has the number
    of orders of each side.
    """
    found = np.zeros((len(sides), *EVERY.shape), np.int32)
    counts = np.zeros(len(sides), np.int32)
    list_sensible(rules, sides, EVERY, found, counts)
    return found[:, : counts.max()], counts


@bare_kernel
def list_sensible(rules: Rules, sides: Array, every: Array, found: Array, counts: Array) -> None:
    for side in range(len(sides)):
        for line in range(len(every)):
            if is_sensible(rules, sides, side, every, line):
                for place in range(UNITS):
                    found[side, counts[side], place] = every[line, place]
                counts[side] += 1


@bare
def is_sensible(rules: Rules, sides: Array, side: int, every: Array, line: int) -> bool:
    """Whether `sensible` includes these orders of a side."""
    rests = idles = False
    for place in range(UNITS):
        code, order = sides[side, place], every[line, place]
        if not rules.may[order, code]:
            return False
        for before in range(place):
            if sides[side, before] == code and every[line, before] > order:
                return False
        rests |= order == rounds.RECOVER
        idles |= order == rounds.NONE and rules.may[rounds.RECOVER, code]
    return rests or not idles


def payoffs(
    rules: Rules,
    net: Net,
    left: int,
    seat: int,
    own: Array,
    worlds: Array,
    ours: Array,
    theirs: Array,
    counts: Array,
) -> Array:
    """Return the own side's chances by world, own orders and the enemy's orders in that world.

    left: rounds left after this one.
    seat: 1 for side a, -1 for side b.
    own: the own units.
    worlds: the enemy's units in each world.
    ours: own orders, in rows.
    theirs: by world, the enemy's orders in rows, of which the first `counts` are used.
    """
    found = np.zeros((len(worlds), len(ours), theirs.shape[1]), np.int32)
    room = deeds(len(ours)), deeds(theirs.shape[1]), np.empty((2, UNITS), np.int32)
    lines = np.ascontiguousarray(theirs).reshape(-1, UNITS)
    fill_payoffs(rules, net, own[None], worlds, ours, lines, counts, left, seat, *room, found)
    return found


@bare_kernel
def fill_payoffs(
    rules: Rules,
    net: Net,
    own: Array,
    worlds: Array,
    ours: Array,
    theirs: Array,
    counts: Array,
    left: int,
    seat: int,
    our_deeds: Array,
    their_deeds: Array,
    after: Array,
    found: Array,
) -> None:
    for one in range(len(ours)):
        prepare(rules, own, 0, ours, one, our_deeds, one)
    for world in range(len(worlds)):
        for two in range(counts[world]):
            prepare(rules, worlds, world, theirs, world * found.shape[2] + two, their_deeds, two)
        for one in range(len(ours)):
            for two in range(counts[world]):
                fallen = meet(rules, our_deeds, one, their_deeds, two, after)
                found[world, one, two] = chance(rules, net, after, fallen, left, seat)


Reals = NDArray[np.float64]

WEIGHT: Final = 1 << 20
"""Shares of plans are whole numbers out of this many, since their sums are exact everywhere."""


class Effort(NamedTuple):
    worlds: int = 16  # number of sampled worlds
    turns: int = 3  # how often the best orders are added
    first: int = 8  # number of orders that each side begins with
    join: int = 4  # number of orders added in a turn
    # number of the other side's orders, in a world, that an order is tried against
    against: int = 3
    iterations: int = 160  # of regret matching, in a turn


class Stream:
    """Random numbers from a seed, in bulk, the same on every machine (SplitMix64)."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.drawn = 0

    def uniform(self, *shape: int) -> Reals:
        count = int(np.prod(shape))
        drawn = outputs(self.seed, np.arange(self.drawn, self.drawn + count, dtype=np.uint64))
        self.drawn += count
        numbers: Reals = ((drawn >> np.uint64(11)).astype(np.float64) * 2.0**-53).reshape(shape)
        return numbers


@dataclass(frozen=True)
class Search:
    """A round to be decided, for the own units and the enemy's in each of several worlds."""

    payoffs: Callable[[Array, Array, Array], Array]  # those of own orders, enemy orders and counts
    options: Array  # the sensible own orders
    answers: Array  # by world, the enemy's sensible orders, of which the first `counts` are used
    counts: Array
    effort: Effort
    stream: Stream

    def plan(self) -> tuple[Array, Reals]:
        places = self._some(len(self.options))
        worlds = zip(self.answers, self.counts.tolist(), strict=True)
        enemy = np.stack([options[self._some(count)] for options, count in worlds])
        mine, theirs = self._solve(places, enemy)
        for _ in range(self.effort.turns):
            joins = self._best_own(enemy, theirs)
            enemy = np.concatenate((enemy, self._best_enemy(places, mine)), axis=1)
            places = np.union1d(places, joins)
            mine, theirs = self._solve(places, enemy)
        return self.options[places], mine

    def _some(self, options: int) -> Longs:
        """Return a few random places of `options` options, with repetition."""
        return (self.stream.uniform(self.effort.first) * options).astype(np.int64)

    def _solve(self, places: Longs, enemy: Array) -> tuple[Reals, Reals]:
        every = np.full(len(enemy), enemy.shape[1], np.int32)
        chances = self.payoffs(self.options[places], enemy, every)
        return solve(chances / SURE, self.effort.iterations)

    def _best_own(self, enemy: Array, theirs: Reals) -> Longs:
        """Return the places of the best own orders against the enemy's plans."""
        answers, likely = _likeliest(theirs, self.effort.against)
        some = enemy[np.arange(len(enemy))[:, None], answers]
        counts = (likely > 0).sum(axis=1).astype(np.int32)
        chances = self.payoffs(self.options, some, counts)
        value = (chances * likely[:, None, :]).sum(axis=(0, 2))
        return np.argsort(-value, kind="stable")[: self.effort.join]

    def _best_enemy(self, places: Longs, mine: Reals) -> Array:
        """Return for each world the best enemy orders against the own plan."""
        ((likeliest,), (likely,)) = _likeliest(mine[None], 2 * self.effort.against)
        own = self.options[places[likeliest[likely > 0]]]
        chances = self.payoffs(own, self.answers, self.counts)
        value = (chances * likely[likely > 0][:, None]).sum(axis=1)
        best = []
        for world, count in enumerate(self.counts.tolist()):
            order = np.argsort(value[world, :count], kind="stable")
            best.append(self.answers[world, np.resize(order, self.effort.join)])
        return np.stack(best)


def _likeliest(plans: Reals, count: int) -> tuple[Longs, Longs]:
    """Return the likeliest orders of each plan, in that order, and their shares among these."""
    places = np.argsort(-plans, axis=1, kind="stable")[:, :count]
    likely = np.take_along_axis(plans, places, axis=1)
    shares = likely / likely.sum(axis=1, keepdims=True)
    return places, np.rint(shares * WEIGHT).astype(np.int64)


@kernel
def solve(chances: Reals, iterations: int) -> tuple[Reals, Reals]:
    """Return mixed plans near an equilibrium: the own one, and the enemy's in each world.

    `chances` are the own ones by world, own orders and enemy orders; all worlds are equally likely.
    The method is regret matching (RM+), in which later iterations count more.
    """
    worlds, mine, theirs = chances.shape
    # Inner loops run along rows in memory and add to different numbers, so that processors can
    # vectorize them without changing the sums.
    transposed = chances.transpose(0, 2, 1).copy()
    regret, regrets = np.zeros(mine), np.zeros((worlds, theirs))
    plan, plans = np.full(mine, 1 / mine), np.full((worlds, theirs), 1 / theirs)
    sum_, sums = np.zeros(mine), np.zeros((worlds, theirs))
    value, loss = np.zeros(mine), np.zeros(theirs)
    for number in range(1, iterations + 1):
        value[:] = 0
        for world in range(worlds):
            add(value, transposed[world], plans[world])
        value /= worlds
        for world in range(worlds):
            loss[:] = 0
            add(loss, chances[world], plan)
            improve(regrets[world], loss, plans[world], -1)
            match(regrets[world], plans[world])
            sums[world] += number * plans[world]
        improve(regret, value, plan, 1)
        match(regret, plan)
        sum_ += number * plan
    match(sum_, plan)
    for world in range(worlds):
        match(sums[world], plans[world])
    return plan, plans


@compiled
def add(values: Reals, rows: Reals, shares: Reals) -> None:
    """Add the rows to the values, each times its share."""
    for row in range(len(shares)):
        if shares[row] > 0:
            for column in range(len(values)):
                values[column] += shares[row] * rows[row, column]


@compiled
def improve(regret: Reals, values: Reals, plan: Reals, sign: int) -> None:
    """Add each choice's advantage over the plan to its regret, which is at least 0."""
    mean = 0.0
    for choice in range(len(plan)):
        mean += values[choice] * plan[choice]
    for choice in range(len(plan)):
        regret[choice] = max(regret[choice] + sign * (values[choice] - mean), 0.0)


@compiled
def match(regret: Reals, plan: Reals) -> None:
    """Set the plan in proportion to regret, or to equal shares where there is none."""
    total = 0.0
    for choice in range(len(regret)):
        total += regret[choice]
    for choice in range(len(regret)):
        plan[choice] = regret[choice] / total if total > 0 else 1 / len(regret)


EFFORT: Final = Effort()
FINENESS: Final = 1 << 32  # probabilities of a plan are whole numbers out of this many


def decide(view: View, rng: Rng, effort: Effort = EFFORT) -> Orders:
    """Return orders for a view; `effort` limits the search."""
    stream = Stream(rng.below(FINENESS, "what to look at", ""))
    rules, net = _rules_and_net(view.tables.battle, view.tables.siege)
    own = np.array([rules.code(unit) for unit in view.own], np.int32)
    known = knowledge(sight_of_view(view))
    codes = np.array([rules.code(now) for _, now in known.labels.cases], np.int32)
    worlds = codes[possible.sample(known.diagram, stream.uniform(effort.worlds, UNITS))]
    left, seat = view.rounds - view.round, 1 if view.side == "a" else -1
    chances = partial(payoffs, rules, net, left, seat, own, worlds)
    own_options = sensible(rules, own[None])[0][0]
    options, plan = Search(chances, own_options, *sensible(rules, worlds), effort, stream).plan()
    reach = np.cumsum(np.rint(plan * FINENESS).astype(np.int64))
    place = int(np.searchsorted(reach, rng.below(int(reach[-1]), "orders", ""), side="right"))
    return tuple(ORDERS[order] for order in options[place])


def warm() -> None:
    """Compile the kernels, or load them from the cache, so that the next decision is fast."""
    unit = (2, 2, 2, 0)
    view = View("a", 1, (unit, unit, unit, unit, unit), (), TABLES)
    decide(view, Seeded(0), Effort(worlds=1, turns=1))


@lru_cache(8)
def _rules_and_net(battle: Rows, siege: Rows) -> tuple[Rules, Net]:
    rules = rules_of(Tables(battle, siege))
    return rules, net_of(rules, weights())
