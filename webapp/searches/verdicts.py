"""Verdicts on finished battles: the parts of armies, orders and dice in a player's results."""

import json
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from functools import lru_cache
from typing import Any, NamedTuple

from werkzeug.exceptions import ServiceUnavailable

import engine
from engine import InputError, SideId, Text, search
from webapp.battles import analysis
from webapp.guard.admission import FAILED, CannotPrepareError, refuse_slow
from webapp.searches import limits


class Fought(NamedTuple):
    """A player's battle: header of the recording, or a file to play; side, winner."""

    header: dict[str, Any]
    side: SideId
    winner: SideId | None


class OwedReport(NamedTuple):
    """Luck in battles; `left_out` are those of older rules and without exact odds."""

    owed: search.WinBalance
    left_out: int
    # the parts of armies and orders in the same battles; None if one has no verdict, or none yet
    verdict: search.SeriesVerdict | None = None
    waiting: int = 0  # how many have none yet; repeated requests complete them


def report(battles: Sequence[Fought]) -> OwedReport:
    """Return the luck in these battles. Raises SpentError if the budget is too small."""
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
    """Return the battles that the budget allows with their verdicts. Raises InputError."""
    judged = []
    with engine.Budget(sys.maxsize) as spent:
        for fought, ended in battles:
            if spent.operations - spent.left >= limits.VERDICT_OPERATIONS_MOST:
                break
            try:
                battle = engine.read(fought.header["battle"])
                verdict = analysis.verdict(battle, fought.winner)
            except CannotPrepareError as error:
                raise InputError.single("", FAILED) from error
            except ServiceUnavailable:
                break  # a kernel is being compiled: the rest waits
            judged.append(search.JudgedBattle(ended, verdict, fought.side))
    return judged


def series_verdict(battles: Sequence[Fought]) -> search.SeriesVerdict:
    """Return the verdict on a player's results in these battles.

    A battle file with a seed is played. Raises InputError for battles without a verdict, by their
    places, and TooLargeError for too much work.
    """
    judged, problems = list[search.JudgedBattle](), list[engine.Problem]()
    _refuse_dear(battles)
    began = time.monotonic()
    for place, one in enumerate(battles):
        try:
            judged.append(_judge(one))
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


def _refuse_dear(battles: Sequence[Fought]) -> None:
    """Raise TooLargeError in advance if the uncached verdicts take too long."""
    costs = dict[str, int]()
    for one in battles:
        with suppress(InputError):  # refused later, at its place
            battle = engine.read(one.header.get("battle"))
            if not any(analysis.known_verdict(battle, end) for end in (*engine.SIDES, None)):
                costs[json.dumps(battle.without_dice().document)] = search.verdict_cost(battle)
    cost = sum(costs.values())
    try:
        with engine.Budget(sys.maxsize) as spent:
            spent.expect(cost)
    except engine.SpentError as error:
        raise _too_large(battles, cost * limits.OPERATION_SECONDS) from error


def _too_large(battles: Sequence[Fought], seconds: float) -> InputError:
    sides = {one.side for one in battles}
    whose = f"--side {min(sides)}" if len(sides) == 1 else "--player NAME"
    text = Text.counted(
        "take over {count} CPU second, too long while you wait; give fewer at a time",
        "take over {count:,} CPU seconds, too long while you wait; give fewer at a time",
        max(1, int(seconds)),
    )
    return limits.too_large("battles", text, f"battlereel verdict FILE… {whose}")


def _judge(fought: Fought) -> search.JudgedBattle:
    """Return a battle with its verdict. Raise InputError if there is none."""
    battle = engine.read(fought.header["battle"])
    if "ruleset_version" not in fought.header:
        refuse_slow(battle)
        made = engine.play(battle)
        kept = {"battle": made.header.battle, "ruleset_version": made.header.ruleset_version}
        return _judge(Fought(kept, fought.side, made.result.winner))
    if fought.header["ruleset_version"] != battle.ruleset.version:
        raise InputError.single("", "was played by older rules, with other chances; leave it out")
    verdict = analysis.verdict(battle, fought.winner)
    ended = _ended(fought)
    assert ended is not None, "there is a verdict"
    return search.JudgedBattle(ended, verdict, fought.side)


def _ended(fought: Fought) -> search.FinishedBattle | None:
    header, side, winner = fought
    chances = _chances(json.dumps(header["battle"]), header["ruleset_version"])
    if chances is None:
        return None
    result = 0.5 if winner is None else float(winner == side)
    return search.FinishedBattle(chances["ab".index(side)], chances[2], result)


@lru_cache(maxsize=limits.CHANCES_KEPT)
def _chances(file: str, version: int) -> tuple[float, float, float] | None:
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
