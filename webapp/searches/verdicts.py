"""What the dice owed somebody in battles that are over, and what armies and orders gave them."""

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
from webapp.base.errors import by_command
from webapp.battles import verdicts as battle_verdicts
from webapp.guard import slow_bots
from webapp.guard.readiness import FAILED, CannotPrepareError
from webapp.searches import limits

REMEMBERED: Final = 2_000
OPERATIONS_AT_ONCE: Final = 300_000
"""Work after which no verdict more is begun for a page: some seconds. Those made are remembered."""

OPERATION_SECONDS: Final = 5e-6
"""About how long a core takes for an operation of a kernel."""
BATTLES_MOST: Final = 100
"""Battles that are added up at once."""


class Fought(NamedTuple):
    """A battle of somebody: the header of its recording, their side, and who has won."""

    header: dict[str, Any]
    side: SideId
    winner: str | None


class OwedReport(NamedTuple):
    """What the dice owed, and how many battles are left out of it.

    Those are battles of older rules, and such without exact odds.

    verdict: what armies and orders gave in the same battles; None where one of them has no verdict,
    or none yet.
    waiting: how many have none yet; whoever asks again has more of them.
    """

    owed: search.WinBalance
    left_out: int
    verdict: search.SeriesVerdict | None = None
    waiting: int = 0


def report(battles: Sequence[Fought]) -> OwedReport:
    """What the dice gave in these battles beyond what was owed, or kept back.

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
    """The first battles with their verdicts, as many as there is time for.

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
                break  # what weighs orders is being compiled: others wait for their verdicts
            judged.append(search.JudgedBattle(ended, verdict, side))
    return judged


def summed(battles: Sequence[Fought | tuple[Any, SideId]]) -> search.SeriesVerdict:
    """Why somebody won as many of these battles as they did.

    In place of a battle that was fought there may be a battle file with a seed, which is played.
    Raises InputError for all of which nothing can be told, by their places, and TooLargeError for
    more work than is done while somebody waits.
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
    """Raise TooLargeError before the work if verdicts that are not remembered take too much."""
    costs = dict[str, int]()
    for one in battles:
        with suppress(InputError):  # it is refused in its turn, by its place
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
    """The error for battles that take longer than that, with the command for the same ones."""
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
    return limits.TooLargeError.single("battles", by_command(text, command))


def _played(file: Any, side: SideId) -> Fought:
    battle = engine.read(file)
    slow_bots.refuse_long(battle)
    recording = engine.play(battle)
    header = recording.header
    kept = {"battle": header.battle, "ruleset_version": header.ruleset_version}
    return Fought(kept, side, recording.result.winner)


def _judge(fought: Fought) -> search.JudgedBattle:
    """A battle with its verdict. Raises InputError where nothing can be told."""
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
    """The exact chances of a, of b and of a draw as a battle began."""
    try:
        battle = engine.read(file).without_dice()
        slow_bots.refuse_long(battle)
        if battle.ruleset.version != version:
            return None
        odds = engine.odds(battle, "exact")
    except engine.SpentError:
        raise  # of all of them together: by itself this one may be weighed
    except InputError:
        return None
    return odds.a, odds.b, odds.draw
