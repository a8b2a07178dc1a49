"""The chance to win from a position, by a small network trained on self-play.

The network sums over a side's units, so that their letters do not matter, and treats both sides
alike except for the final tie-break. All weights are whole numbers, so that results are the same on
every machine.
"""

import json
import math
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.kernels.compiled import bare
from engine.players.siege.kernel.codes import PLAIN_MOST, UNITS, Array, Rules
from engine.rulesets.siege.rules import EXH_MOST, ROUNDS

FILE: Final = Path(__file__).parent / "judgement.json"
SCALE: Final = 1024  # weights are in 1024ths
SURE: Final = 1_000_000  # the chance of the side that has won; chances are in millionths
REACH: Final = 12  # logits beyond this count as certain
FINE: Final = 256  # logits are looked up in steps of 1/256

Longs = NDArray[np.int64]
Weights = Mapping[str, Any]


def features(units: Array) -> Longs:
    """Return the network's inputs for units, in rows: one-hot encoded values and pairs of them."""
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
    """Return the network's inputs for the rounds that are left."""
    left = np.asarray(rounds_left, np.float64)
    columns = (np.ones_like(left), left / ROUNDS, np.exp(-left / 2), np.exp(-left / 6), left <= 1)
    return np.stack(np.broadcast_arrays(*columns), axis=-1).astype(np.float64)


class Net(NamedTuple):
    """The network for some rules."""

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
    """Return the first side's chance after `rounds.meet`; seat: 1 if it is a, -1 if it is b."""
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
