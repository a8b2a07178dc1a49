"""Verdicts on finished battles: the parts of armies, orders and dice in a player's results."""

import json
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from functools import lru_cache
from typing import Any, Final, NamedTuple

from werkzeug.exceptions import ServiceUnavailable

import engine
from engine import InputError, SideId, Text, search
from webapp.battles import verdicts as battle_verdicts
from webapp.guard.admission import FAILED, CannotPrepareError, refuse_slow
from webapp.searches import limits

REMEMBERED: Final = 2_000
# work of a page, some seconds; then no new verdict begins, but finished ones are cached
OPERATIONS_AT_ONCE: Final = 300_000

OPERATION_SECONDS: Final = 5e-6  # estimated seconds of a kernel's operation
BATTLES_MOST: Final = 100


class Fought(NamedTuple):
    """A player's battle: header of the recording, side, winner."""

    header: dict[str, Any]
    side: SideId
    winner: str | None


class OwedReport(NamedTuple):
    """Luck in battles, and how many battles are left out.

    Battles of older rules and without exact odds are left out. verdict: the parts of armies and
    orders in the same battles; None if one has no verdict, or none yet. waiting: how many have none
    yet; repeated requests complete them.
    """

    owed: search.WinBalance
    left_out: int
    verdict: search.SeriesVerdict | None = None
    waiting: int = 0


def report(battles: Sequence[Fought]) -> OwedReport:
    """Return the luck in these battles.

    Raises SpentError where the budget is too small for their exact chances.
    """
    found = [(one, _ended(one)) for one in battles]
    known = [(one, ended) for one, ended in found if ended is not None]
    balance = search.win_balance(ended for _, ended in known)
    left_out = len(battles) - len(known)
    try:
        judged = _judged(known)
    except InputError:
        return OwedReport(balance, left_out)
    if (waiting := len(known) - len(judged)) or not judged:
        return OwedReport(balance, left_out, waiting=waiting)
    return OwedReport(balance, left_out, search.series_verdict(judged))


def _judged(battles: Sequence[tuple[Fought, search.FinishedBattle]]) -> list[search.JudgedBattle]:
    """Return the first battles with their verdicts, as many as the budget allows.

    Raises InputError where one has none.
    """
    judged = []
    with engine.Budget(sys.maxsize) as spent:
        for (header, side, winner), ended in battles:
            if spent.operations - spent.left >= OPERATIONS_AT_ONCE:
                break
            won = next((one for one in engine.SIDES if one == winner), None)
            try:
                verdict = battle_verdicts.verdict(engine.read(header["battle"]), won)
            except CannotPrepareError as error:
                raise InputError.single("", FAILED) from error
            except ServiceUnavailable:
                break  # a kernel is being compiled: the rest waits
            judged.append(search.JudgedBattle(ended, verdict, side))
    return judged


def series_verdict(battles: Sequence[Fought | tuple[Any, SideId]]) -> search.SeriesVerdict:
    """Return the verdict on a player's results in these battles.

    A battle file with a seed is played. Raises InputError for battles without a verdict, by their
    places, and TooLargeError for too much work.
    """
    judged, problems = list[search.JudgedBattle](), list[engine.Problem]()
    _refuse_dear(battles)
    began = time.monotonic()
    for place, one in enumerate(battles):
        try:
            judged.append(_judge(one if isinstance(one, Fought) else _played(*one)))
        except engine.SpentError as error:
            share = len(battles) / (place + 1)
            raise _too_large(battles, (time.monotonic() - began) * share) from error
        except InputError as error:
            problems += [
                engine.Problem(f"battles[{place}]{path and f'.battle.{path}'}", message)
                for path, message in error.problems
            ]
    if problems:
        raise InputError(problems)
    return search.series_verdict(judged)


def _refuse_dear(battles: Sequence[Fought | tuple[Any, SideId]]) -> None:
    """Raise TooLargeError in advance if the uncached verdicts take too long."""
    costs = dict[str, int]()
    for one in battles:
        with suppress(InputError):  # refused later, at its place
            battle = engine.read(one.header.get("battle") if isinstance(one, Fought) else one[0])
            if not any(battle_verdicts.known_verdict(battle, end) for end in (*engine.SIDES, None)):
                costs[json.dumps(battle.without_dice().document)] = search.verdict_cost(battle)
    cost = sum(costs.values())
    try:
        with engine.Budget(sys.maxsize) as spent:
            spent.expect(cost)
    except engine.SpentError as error:
        raise _too_large(battles, cost * OPERATION_SECONDS) from error


def _too_large(battles: Sequence[Fought | tuple[Any, SideId]], seconds: float) -> InputError:
    """Return the error for battles that take too long, with the equivalent command."""
    sides = {one.side if isinstance(one, Fought) else one[1] for one in battles}
    whose = f"--side {min(sides)}" if len(sides) == 1 else "--player NAME"
    text = Text.counted(
        "take over {count} second of one core, longer than is weighed while you wait; give fewer "
        "at a time",
        "take over {count:,} seconds of one core, longer than is weighed while you wait; give "
        "fewer at a time",
        max(1, int(seconds)),
    )
    command = f"battlereel verdict FILE… {whose}"
    return limits.too_large("battles", text, command)


def _played(file: Any, side: SideId) -> Fought:
    battle = engine.read(file)
    refuse_slow(battle)
    recording = engine.play(battle)
    header = recording.header
    kept = {"battle": header.battle, "ruleset_version": header.ruleset_version}
    return Fought(kept, side, recording.result.winner)


def _judge(fought: Fought) -> search.JudgedBattle:
    """Return a battle with its verdict. Raise InputError if there is none."""
    header, side, winner = fought
    battle = engine.read(header["battle"])
    if header["ruleset_version"] != battle.ruleset.version:
        raise InputError.single(
            "", Text("was played by older rules: its chances were others; leave it out")
        )
    won = next((one for one in engine.SIDES if one == winner), None)
    verdict = battle_verdicts.verdict(battle, won)
    ended = _ended(fought)
    assert ended is not None, "there is a verdict"
    return search.JudgedBattle(ended, verdict, side)


def _ended(fought: Fought) -> search.FinishedBattle | None:
    header, side, winner = fought
    chances = _chances(json.dumps(header["battle"]), header["ruleset_version"])
    if chances is None:
        return None
    result = 0.5 if winner is None else float(winner == side)
    return search.FinishedBattle(chances["ab".index(side)], chances[2], result)


@lru_cache(maxsize=REMEMBERED)
def _chances(file: str, version: int) -> tuple[float, float, float] | None:
    """Return the exact initial chances of a, of b and of a draw."""
    try:
        battle = engine.read(file).without_dice()
        refuse_slow(battle)
        if battle.ruleset.version != version:
            return None
        odds = engine.odds(battle, "exact")
    except engine.SpentError:
        raise  # of all together: alone this one may be affordable
    except InputError:
        return None
    return odds.a, odds.b, odds.draw
