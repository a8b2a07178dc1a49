"""How good a position is: a small network, learned from self-play, in whole numbers.

Units are summed up, so that letters do not matter, and the two sides are treated alike but for the
last tie. All weights are whole numbers, so that every machine comes to the same judgement.
"""

import json
import math
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from engine.rulesets.siege.kernels.batch import PLAIN_MOST, Array, Rules, totals
from engine.rulesets.siege.rules import EXH_MOST, ROUNDS

FILE: Final = Path(__file__).parent / "judgement.json"
SCALE: Final = 1024
"""Weights are in 1024ths."""
SURE: Final = 1_000_000
"""The chance of whoever has won; all chances are so many millionths."""
REACH: Final = 12
"""A logit beyond this is as good as certain."""
FINE: Final = 256
"""A logit is looked up in steps of 1/256."""

Longs = NDArray[np.int64]
Weights = Mapping[str, Any]


def features(units: Array) -> Longs:
    """What the network sees of units, a row each: their values, and pairs of them, as 0 and 1."""
    atk, def_, hp = (np.minimum(units[:, stat], PLAIN_MOST) for stat in range(3))
    exh = units[:, 3]
    values, tired = PLAIN_MOST + 1, EXH_MOST + 1
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
    """What the network sees of the rounds that are left."""
    left = np.asarray(rounds_left, np.float64)
    columns = (np.ones_like(left), left / ROUNDS, np.exp(-left / 2), np.exp(-left / 6), left <= 1)
    return np.stack(np.broadcast_arrays(*columns), axis=-1).astype(np.float64)


class Judgement:
    """The network for some rules.

    weights: `own` and `foe` by feature and hidden neuron, `clock` and `out` by hidden neuron, and
        `seat`, what the clock says of being side a.
    """

    def __init__(self, rules: Rules, weights: Weights) -> None:
        seen = features(rules.units)
        own, foe = (seen @ np.array(weights[name], np.int64) for name in ("own", "foe"))
        self.rules = rules
        self.units = np.concatenate((own, foe), axis=1)
        times = clock(np.arange(ROUNDS + 1))
        self.start = np.rint(times @ np.array(weights["clock"])).astype(np.int64)
        self.seat = np.rint(times @ np.array(weights["seat"]) * SCALE).astype(np.int64)
        self.out = np.array(weights["out"], np.int64)
        steps = range(-REACH * FINE, REACH * FINE + 1)
        self.curve = np.array([round(SURE / (1 + math.exp(-step / FINE))) for step in steps])

    def chances(self, a: Array, b: Array, rounds_left: int, fallen: NDArray[np.int8]) -> Longs:
        """Side a's chance in each match; `fallen` is as play_round gives it."""
        if rounds_left == 0:
            going = np.where(totals(self.rules, a) > totals(self.rules, b), SURE, 0)
        else:
            going = self._judged(a, b, rounds_left)
        return np.where(fallen == 0, going, np.where(fallen > 0, SURE, 0))

    def _judged(self, a: Array, b: Array, rounds_left: int) -> Longs:
        sums_a, sums_b = self._sums(a), self._sums(b)
        width = len(self.out)
        start = self.start[rounds_left]
        for_a = np.maximum(sums_a[:, :width] + sums_b[:, width:] + start, 0) @ self.out
        for_b = np.maximum(sums_b[:, :width] + sums_a[:, width:] + start, 0) @ self.out
        logit = for_a - for_b + self.seat[rounds_left]
        step = logit * FINE // SCALE**2
        chances: Longs = self.curve[np.clip(step, -REACH * FINE, REACH * FINE) + REACH * FINE]
        return chances

    def _sums(self, side: Array) -> Longs:
        """What the units of a side add up to; the same side stands in many rows."""
        key = np.zeros(len(side), np.int64)
        for column in side.T:
            key = key * len(self.units) + column
        order = np.argsort(key)
        new = np.ones(len(key), np.bool_)
        new[1:] = key[order][1:] != key[order][:-1]
        sums: Longs = self.units[side[order[new]]].sum(axis=1)
        place = np.empty(len(key), np.int64)
        place[order] = np.cumsum(new) - 1
        return sums[place]


@cache
def weights() -> Weights:
    """The weights that were learned."""
    read: Weights = json.loads(FILE.read_text("utf-8"))
    return read
