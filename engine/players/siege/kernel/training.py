"""Train the strong bot's network (judgement.json) from matches of the bot against itself.

`python -m engine.players.siege.kernel.training FILE` writes the weights in twenty minutes. It is a
tool for developing the bot: no other module imports it.

Each turn plays many matches together, in which both sides see everything. Plans are mixed, by
regret matching over a few random orders, to which the best of more random ones are added twice. The
network then learns the value of each position: four fifths of the match's result and one fifth of
the chance expected by the plans. Armies are random; a part of them is the best of many by the
current network.
"""

import json
import sys
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.core.rng import Seeded
from engine.kernels.compiled import bare
from engine.players.siege.kernel import rounds
from engine.players.siege.kernel.planning import SCALE, clock, features
from engine.players.siege.kernel.rounds import UNITS, Array, Rules, deeds, meet, prepare, rules_of
from engine.rulesets.siege.army import random_allotment
from engine.rulesets.siege.catalog import TABLES
from engine.rulesets.siege.rules import ROUNDS

Reals = NDArray[np.float64]

KEPT: Final = 4  # matches of this many recent turns are learned from
ARMIES: Final = 20_000
GOOD: Final = 0.6  # the share of armies that are the best of many
BEST_OF: Final = 12
BATCH: Final = 1_024
RATE: Final = 2e-3
DECAY: Final = 1e-5
FOLLOWED: Final = 0.8
AT_ONCE: Final = 96  # matches whose plans are computed together
FIRST, TRIED, JOIN, AGAINST, JOINS, MENDED = 5, 40, 4, 3, 2, 60
LIKELY: Final = np.array([0.28, 0.28, 0.24, 0.20])
"""Probabilities of random orders: attack, defend, recover, none."""
STRAY: Final = 0.03  # the random part of a plan, for more varied positions
SUMMED, HIDDEN = 16, 32

RULES: Final = rules_of(TABLES)
SEEN: Final = features(RULES.units).astype(np.float64)


class Played(NamedTuple):
    """Positions of matches: both sides, rounds left, and the value for a."""

    a: Array
    b: Array
    left: NDArray[np.int64]
    worth: Reals


class Network:
    """The network of planning.py during training: units first pass a smaller layer."""

    def __init__(self, random: np.random.Generator) -> None:
        times = clock(np.zeros(1)).shape[-1]
        shapes: dict[str, tuple[int, ...]] = {"unit": (SEEN.shape[1], SUMMED)}
        shapes |= {"own": (SUMMED, HIDDEN), "foe": (SUMMED, HIDDEN)}
        shapes |= {"clock": (times, HIDDEN), "out": (HIDDEN,), "seat": (times,)}
        self.weights = {
            name: random.normal(0, 0.15, shape) if name != "seat" else np.zeros(shape)
            for name, shape in shapes.items()
        }
        self.moments = {name: (np.zeros(s), np.zeros(s)) for name, s in shapes.items()}
        self.steps = 0
        self.settle()

    def settle(self) -> None:
        """Compute each code's contribution to the hidden layer; to be called after learning."""
        units = SEEN @ self.weights["unit"]
        both = np.concatenate((units @ self.weights["own"], units @ self.weights["foe"]), axis=1)
        self.units = both.astype(np.float32)

    def logit(self, a: Array, b: Array, left: int) -> Reals:
        """Return the logits of positions, one per row, with `left` rounds left."""
        sums_a, sums_b = self._sums(a), self._sums(b)
        times = clock(np.array(left))
        start = (times @ self.weights["clock"]).astype(np.float32)
        one = np.maximum(sums_a[:, :HIDDEN] + sums_b[:, HIDDEN:] + start, 0)
        two = np.maximum(sums_b[:, :HIDDEN] + sums_a[:, HIDDEN:] + start, 0)
        out = self.weights["out"].astype(np.float32)
        result: Reals = ((one - two) @ out).astype(np.float64) + times @ self.weights["seat"]
        return result

    def _sums(self, side: Array) -> NDArray[np.float32]:
        sums = self.units[side[:, 0]]
        for column in side.T[1:]:
            sums += self.units[column]
        return sums

    def learn(self, played: Played, rate: float) -> float:
        a, b, left, aim = played
        w = self.weights
        seen_a, seen_b = SEEN[a].sum(axis=1), SEEN[b].sum(axis=1)
        sum_a, sum_b = seen_a @ w["unit"], seen_b @ w["unit"]
        times = clock(left)
        start = times @ w["clock"]
        one = np.maximum(sum_a @ w["own"] + sum_b @ w["foe"] + start, 0)
        two = np.maximum(sum_b @ w["own"] + sum_a @ w["foe"] + start, 0)
        logit = (one - two) @ w["out"] + times @ w["seat"]
        chance = 1 / (1 + np.exp(-logit))
        off = (chance - aim) / len(aim)
        back_one = np.outer(off, w["out"]) * (one > 0)
        back_two = -np.outer(off, w["out"]) * (two > 0)
        back_a = back_one @ w["own"].T + back_two @ w["foe"].T
        back_b = back_one @ w["foe"].T + back_two @ w["own"].T
        slopes = {
            "unit": seen_a.T @ back_a + seen_b.T @ back_b,
            "own": sum_a.T @ back_one + sum_b.T @ back_two,
            "foe": sum_b.T @ back_one + sum_a.T @ back_two,
            "clock": times.T @ (back_one + back_two),
            "out": (one - two).T @ off,
            "seat": times.T @ off,
        }
        self._descend(slopes, rate)
        loss = -(aim * np.log(chance + 1e-9) + (1 - aim) * np.log(1 - chance + 1e-9))
        return float(loss.mean())

    def _descend(self, slopes: dict[str, Reals], rate: float) -> None:
        self.steps += 1
        for name, slope in slopes.items():
            slope = slope + DECAY * self.weights[name]
            first, second = self.moments[name]
            first += 0.1 * (slope - first)
            second += 0.001 * (slope**2 - second)
            even = np.sqrt(second / (1 - 0.999**self.steps)) + 1e-8
            self.weights[name] -= rate * first / (1 - 0.9**self.steps) / even

    def whole(self) -> dict[str, Any]:
        w = self.weights
        parts = {
            "own": w["unit"] @ w["own"],
            "foe": w["unit"] @ w["foe"],
            **{name: w[name] for name in ("clock", "out", "seat")},
        }
        return {name: np.rint(part * SCALE).astype(int).tolist() for name, part in parts.items()}


@bare  # not cached: the cache would not notice changes in its callees
def play_rounds(
    rules: Rules,
    a: Array,
    b: Array,
    orders_a: Array,
    orders_b: Array,
    deeds: Array,
    after: Array,
    then: Array,
    fallen: NDArray[np.int8],
) -> None:
    """Play a round of every match, one per row; `then[side, match, place]` are the new codes."""
    for match in range(len(a)):
        prepare(rules, a, match, orders_a, match, deeds, 0)
        prepare(rules, b, match, orders_b, match, deeds, 1)
        fallen[match] = meet(rules, deeds, 0, deeds, 1, after)
        for side in range(2):
            for slot in range(UNITS):
                then[side, match, deeds[side, rounds.PLACE + slot]] = after[side, slot]


def play_round(
    rules: Rules, a: Array, b: Array, orders_a: Array, orders_b: Array
) -> tuple[Array, Array, NDArray[np.int8]]:
    """Return both sides after a round, and the winner by a castle's fall: 1 a, -1 b, 0 none.

    Each array has a row per match and a column per unit. Orders must be allowed.
    """
    a, b, orders_a, orders_b = map(np.ascontiguousarray, (a, b, orders_a, orders_b))
    after, then = np.empty((2, UNITS), np.int32), np.empty((2, len(a), UNITS), np.int32)
    fallen = np.empty(len(a), np.int8)
    play_rounds(rules, a, b, orders_a, orders_b, deeds(2), after, then, fallen)
    return then[0], then[1], fallen


def totals(rules: Rules, side: Array) -> Array:
    """Return the final scores of sides in rows; b wins ties (D6)."""
    numbers: Array = rules.score[side].sum(axis=1)
    return numbers


def some_orders(side: Array, count: int, random: np.random.Generator) -> Array:
    wishes = np.log(LIKELY) + random.gumbel(size=(len(side), count, UNITS, len(LIKELY)))
    may = np.moveaxis(RULES.may[:, side], 0, -1)[:, None]
    orders: Array = np.where(may, wishes, -np.inf).argmax(axis=-1).astype(np.int32)
    return orders


def chances(network: Network, a: Array, b: Array, ours: Array, theirs: Array, left: int) -> Reals:
    """Return a's chance in each match, by its orders and b's, when `left` rounds follow."""
    shape = (len(a), ours.shape[1], theirs.shape[1])
    match, one, two = (grid.ravel() for grid in np.indices(shape))
    a, b, fallen = play_round(RULES, a[match], b[match], ours[match, one], theirs[match, two])
    if left == 0:
        going = (totals(RULES, a) > totals(RULES, b)).astype(np.float64)
    else:
        going = 1 / (1 + np.exp(-np.clip(network.logit(a, b, left), -30, 30)))
    return np.where(fallen == 0, going, (fallen + 1) / 2).reshape(shape)


def solve(payoffs: Reals) -> tuple[Reals, Reals]:
    """Return both mixed plans in each match, by regret matching (RM+)."""
    regrets = [np.zeros(payoffs.shape[:2]), np.zeros((len(payoffs), payoffs.shape[2]))]
    plans = [np.full(each.shape, 1 / each.shape[1]) for each in regrets]
    sums = [np.zeros_like(each) for each in regrets]
    for number in range(1, MENDED + 1):
        gains = (payoffs @ plans[1][..., None])[..., 0]
        losses = (plans[0][:, None] @ payoffs)[:, 0]
        value = (gains * plans[0]).sum(axis=1, keepdims=True)
        for which, regret in enumerate((gains - value, value - losses)):
            regrets[which] = np.maximum(regrets[which] + regret, 0)
            plans[which] = shares(regrets[which])
            sums[which] += number * plans[which]
    return shares(sums[0]), shares(sums[1])


def shares(weights: Reals) -> Reals:
    """Return each row's weights as parts of one, equal if all are 0."""
    total = weights.sum(axis=1, keepdims=True)
    return np.where(total > 0, weights / np.where(total > 0, total, 1), 1 / weights.shape[1])


def plan_round(
    network: Network, a: Array, b: Array, left: int, random: np.random.Generator
) -> tuple[Array, Array, Reals]:
    """Return orders of both sides, drawn from their plans, and a's expected chance."""
    rows = np.arange(len(a))
    every = rows[:, None]
    ours, theirs = some_orders(a, FIRST, random), some_orders(b, FIRST, random)
    for join in range(JOINS + 1):
        payoffs = chances(network, a, b, ours, theirs, left)
        mine, yours = solve(payoffs)
        if join == JOINS:
            break
        tries = some_orders(a, TRIED, random), some_orders(b, TRIED, random)
        top = [np.argsort(-plan, axis=1)[:, :AGAINST] for plan in (mine, yours)]
        plans = zip((mine, yours), top, strict=True)
        parts = [shares(np.take_along_axis(plan, best, axis=1)) for plan, best in plans]
        gains = chances(network, a, b, tries[0], theirs[every, top[1]], left)
        losses = chances(network, a, b, ours[every, top[0]], tries[1], left)
        best_a = np.argsort(-(gains * parts[1][:, None]).sum(axis=2), axis=1)[:, :JOIN]
        best_b = np.argsort((losses * parts[0][:, :, None]).sum(axis=1), axis=1)[:, :JOIN]
        ours = np.concatenate((ours, tries[0][every, best_a]), axis=1)
        theirs = np.concatenate((theirs, tries[1][every, best_b]), axis=1)
    worth: Reals = (mine[:, :, None] * payoffs * yours[:, None]).sum(axis=(1, 2))
    return ours[rows, draw_places(mine, random)], theirs[rows, draw_places(yours, random)], worth


def draw_places(plans: Reals, random: np.random.Generator) -> NDArray[np.int64]:
    stray = (1 - STRAY) * plans + STRAY / plans.shape[1]
    places = (stray.cumsum(axis=1) < random.random((len(plans), 1))).sum(axis=1)
    chosen: NDArray[np.int64] = np.minimum(places, plans.shape[1] - 1)
    return chosen


def play(network: Network, a: Array, b: Array, random: np.random.Generator) -> list[Played]:
    """Play matches between these sides, and return the values of all positions."""
    going = np.arange(len(a))
    worth = np.zeros(len(a))
    met: list[tuple[NDArray[np.int64], Array, Array, Reals]] = []
    for left in reversed(range(ROUNDS)):
        parts = []
        for begin in range(0, len(a), AT_ONCE):
            some = slice(begin, begin + AT_ONCE)
            ours, theirs, promised = plan_round(network, a[some], b[some], left, random)
            parts.append((*play_round(RULES, a[some], b[some], ours, theirs), promised))
        then_a, then_b, fallen, promised = (np.concatenate(p) for p in zip(*parts, strict=True))
        met.append((going, a, b, promised))
        a, b = then_a, then_b
        if left == 0:
            fallen = np.where(fallen, fallen, np.where(totals(RULES, a) > totals(RULES, b), 1, -1))
        worth[going] = (fallen + 1) / 2
        a, b, going = a[fallen == 0], b[fallen == 0], going[fallen == 0]
        if not len(going):
            break
    played = []
    for back, (rows, side_a, side_b, promised) in enumerate(reversed(met)):
        worth[rows] = FOLLOWED * worth[rows] + (1 - FOLLOWED) * promised
        left = ROUNDS - len(met) + back + 1
        played.append(Played(side_a, side_b, np.full(len(rows), left), worth[rows]))
    return played


def armies(network: Network, all_: Array, count: int, random: np.random.Generator) -> Array:
    """Return some of these armies, a part of them the best of several."""
    good = int(GOOD * count)
    many = all_[random.integers(0, len(all_), (good, BEST_OF))]
    foes = all_[random.integers(0, len(all_), 40)]
    flat = many.reshape(-1, UNITS)
    worth = sum(network.logit(flat, np.broadcast_to(foe, flat.shape), ROUNDS) for foe in foes)
    best = many[np.arange(good), np.reshape(worth, (good, BEST_OF)).argmax(axis=1)]
    plain = all_[random.integers(0, len(all_), count - good)]
    return random.permutation(np.concatenate((best, plain)))


def learn(turns: int, matches: int, steps: int, seed: int = 1) -> Network:
    random, dice = np.random.default_rng(seed), Seeded(seed)
    drawn_armies = (random_allotment(dice) for _ in range(ARMIES))
    all_ = np.array([[RULES.code(unit) for unit in army] for army in drawn_armies], np.int32)
    network = Network(random)
    kept: list[list[Played]] = []
    for turn in range(turns):
        a, b = (armies(network, all_, matches, random) for _ in "ab")
        kept = [*kept, play(network, a, b, random)][-KEPT:]
        parts = zip(*(played for matches_ in kept for played in matches_), strict=True)
        data = Played(*map(np.concatenate, parts))
        off = 0.0
        for step in range(steps):
            rows = random.integers(0, len(data.a), BATCH)
            part = Played(data.a[rows], data.b[rows], data.left[rows], data.worth[rows])
            off += network.learn(part, RATE * (1 - 0.9 * step / steps))
        network.settle()
        sys.stderr.write(
            f"turn {turn + 1} of {turns}: {len(data.a)} positions, {off / steps:.4f}\n"
        )
    return network


if __name__ == "__main__":
    found = learn(turns=20, matches=1_500, steps=2_000)
    Path(sys.argv[1]).write_text(json.dumps(found.whole(), separators=(",", ":")) + "\n", "utf-8")
