"""Verdict on a player's wins in several battles: armies, orders and dice, adding up.

VERDICT.md explains the method: each part is the sum of that part of each battle.
"""

from collections.abc import Iterable, Sequence
from math import fsum
from typing import Any, Final, NamedTuple, TypeAlias

import msgspec

from engine.core.battlefile import read_battle
from engine.core.errors import InputError, Problem, RecordingError, unknown
from engine.core.events import SIDES, SideId
from engine.core.playing import recording_of
from engine.core.recording import Recording
from engine.core.ruleset import Battle
from engine.core.text import Text
from engine.rulesets import rulesets
from engine.search import shares
from engine.search.verdict import Verdict, verdict
from engine.search.win_balance import FinishedBattle, win_balance
from engine.search.work import Progress, Stop, Workers

TOGETHER: Final = 8
"""Number of battles sent to a machine together."""


class JudgedBattle(NamedTuple):
    """A battle from one player's view: chances and result, its verdict, and the player's side."""

    ended: FinishedBattle
    verdict: Verdict
    side: SideId


class SeriesVerdict(msgspec.Struct, frozen=True):
    """A player's wins in several battles: `armies` + `order` + `dice` = `won` - `battles` / 2.

    battles: number of battles. won: actual wins, with a draw counting half.
    armies, order, dice: the sums of these parts of each battle, in wins; `order` is null if the
        units of none have an order.
    interval: the range of `dice` that dice alone keep to in at least 95 of 100 cases.
    spread: the 95 % error of `armies` and `order`, in opposite directions, if orders were sampled;
        else 0.
    """

    battles: int
    won: float
    armies: float
    order: float | None
    dice: float
    interval: tuple[float, float]
    spread: float


def judge(source: Any, side: SideId = "a", *, stop: Stop | None = None) -> JudgedBattle:
    """Return the verdict on a battle from the view of the player on this side.

    `source` is a recording, or a battle file or Battle with a seed, which is played. Raises
    InputError like `verdict`, and for a recording of older rules; RecordingError for a truncated
    recording; ValueError for another side.
    """
    if side not in SIDES:
        raise ValueError(unknown("side", side, SIDES))
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
    found = verdict(battle, winner, stop=stop)
    odds = shares.exact(battle)
    result = 0.5 if winner is None else float(winner == side)
    ended = FinishedBattle(odds.a if side == "a" else odds.b, odds.draw, result)
    return JudgedBattle(ended, found, side)


Refused: TypeAlias = tuple[Problem, ...]


def judge_all(
    battles: Sequence[tuple[Any, SideId]],
    *,
    workers: int = 1,
    scheduler: str | None = None,
    progress: Progress | None = None,
    stop: Stop | None = None,
) -> list[JudgedBattle]:
    """Return the result of `judge` for each of these sources and sides.

    Raises InputError for the first that is refused; its path begins with its place in the list.
    """
    found: list[JudgedBattle] = []
    with Workers(workers, stop, scheduler) as crew:
        # Kernels do nearly all of the work, without Python's lock.
        each = crew.each(_judge_or_refuse, battles, by_kernel=True, together=TOGETHER)
        for place, one in enumerate(each):
            if not isinstance(one, JudgedBattle):
                raise InputError(
                    Problem(f"[{place}]{path and f'.{path}'}", message) for path, message in one
                )
            found.append(one)
            if progress is not None:
                progress(len(found), len(battles))
    return found


def _judge_or_refuse(battle: tuple[Any, SideId]) -> JudgedBattle | Refused:
    try:
        return judge(*battle)
    except InputError as error:
        return tuple(error.problems)
    except RecordingError as error:
        return (Problem("", str(error)),)


def series_verdict(battles: Iterable[JudgedBattle]) -> SeriesVerdict:
    rows = [*battles]
    balance = win_balance(one.ended for one in rows)
    orders = [one for one in rows if one.verdict.order is not None]
    return SeriesVerdict(
        battles=balance.battles,
        won=balance.won,
        armies=fsum(_sign(one) * one.verdict.armies for one in rows),
        order=fsum(_sign(one) * (one.verdict.order or 0) for one in orders) if orders else None,
        dice=balance.dice,
        interval=balance.interval,
        # Errors of battles between the same armies correlate: they add up, not their squares.
        spread=fsum(_half_width(one.verdict) for one in rows),
    )


def _sign(one: JudgedBattle) -> int:
    return 1 if one.side == "a" else -1


def _half_width(verdict: Verdict) -> float:
    low, high = verdict.interval or (0, 0)
    return (high - low) / 2
