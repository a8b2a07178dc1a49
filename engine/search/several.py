"""Why somebody won as many of several battles as they did: armies, orders and dice, adding up.

VERDICT.md explains the method: each part is the sum of that part of each battle.
"""

from collections.abc import Iterable, Sequence
from math import fsum
from typing import Any, Final, NamedTuple, TypeAlias

import msgspec

from engine.core.battlefile import Battle, read_battle
from engine.core.errors import InputError, Problem, RecordingError
from engine.core.events import SideId
from engine.core.playing import recording_of
from engine.core.recording import Recording
from engine.core.text import Text
from engine.rulesets import rulesets
from engine.search import shares
from engine.search.verdict import Verdict, verdict
from engine.search.win_balance import FinishedBattle, win_balance
from engine.search.work import Progress, Workers

TOGETHER: Final = 8
"""Battles that are sent to a machine at a time."""


class JudgedBattle(NamedTuple):
    """A battle from one player's view: chances and result, its verdict, and the player's side."""

    ended: FinishedBattle
    verdict: Verdict
    side: SideId


class SeriesVerdict(msgspec.Struct, frozen=True):
    """Wins of somebody in several battles: `armies` + `order` + `dice` = `won` - `battles` / 2.

    battles: how many there are. won: what came out; a draw is half a win.
    armies, order, dice: the sums of these parts of each battle, in wins; `order` is null where the
    units of none have an order.
    interval: between which `dice` ends in 95 of 100 cases or more, by dice alone.
    spread: by how much `armies` and `order` may be off at 95 %, to opposite sides, where some
    orders were drawn; else 0.
    """

    battles: int
    won: float
    armies: float
    order: float | None
    dice: float
    interval: tuple[float, float]
    spread: float


def judge(source: Any, side: SideId, workers: Workers) -> JudgedBattle:
    """A battle from the view of this side: a recording, or a battle that is played first.

    Raises InputError where the odds are not exact, and for a recording of other rules.
    """
    if isinstance(source, Recording):
        recording = source
    else:
        recording = recording_of(
            source if isinstance(source, Battle) else read_battle(source, rulesets())
        )
    battle = read_battle(recording.header.battle, rulesets()).without_dice()
    if recording.header.ruleset_version != battle.ruleset.version:
        raise InputError.single(
            "", Text("was played by older rules: its chances were others; leave it out")
        )
    winner = recording.result.winner
    told = verdict(battle, winner, workers)
    odds = shares.exact(battle)
    result = 0.5 if winner is None else float(winner == side)
    return JudgedBattle(
        FinishedBattle(odds.a if side == "a" else odds.b, odds.draw, result), told, side
    )


Refused: TypeAlias = tuple[Problem, ...]


def judge_all(
    battles: Sequence[tuple[Any, SideId]], workers: Workers, progress: Progress | None
) -> list[JudgedBattle]:
    """What `judged` says of each battle of somebody, with their side in it.

    Raises InputError for the first that is refused, its place in the list before the path.
    """
    found: list[JudgedBattle] = []
    # Kernels do nearly all of it, and let go of Python's lock.
    each = workers.each(_judged_or_refused, battles, by_kernel=True, together=TOGETHER)
    for place, one in enumerate(each):
        if not isinstance(one, JudgedBattle):
            raise InputError(
                Problem(f"[{place}]{path and f'.{path}'}", message) for path, message in one
            )
        found.append(one)
        if progress is not None:
            progress(len(found), len(battles))
    return found


def _judged_or_refused(battle: tuple[Any, SideId]) -> JudgedBattle | Refused:
    try:
        with Workers(1) as alone:
            return judge(*battle, alone)
    except InputError as error:
        return tuple(error.problems)
    except RecordingError as error:
        return (Problem("", str(error)),)


def series_verdict(battles: Iterable[JudgedBattle]) -> SeriesVerdict:
    """Why somebody won as many of these battles as they did."""
    judged = [*battles]
    told = win_balance(one.ended for one in judged)
    orders = [one for one in judged if one.verdict.order is not None]
    return SeriesVerdict(
        battles=told.battles,
        won=told.won,
        armies=fsum(_sign(one) * one.verdict.armies for one in judged),
        order=fsum(_sign(one) * (one.verdict.order or 0) for one in orders) if orders else None,
        dice=told.dice,
        interval=told.interval,
        # Errors of battles between the same armies correlate: they add up, not their squares.
        spread=fsum(_half(one.verdict) for one in judged),
    )


def _sign(one: JudgedBattle) -> int:
    return 1 if one.side == "a" else -1


def _half(verdict: Verdict) -> float:
    low, high = verdict.interval or (0, 0)
    return (high - low) / 2
