"""The opponents of a search: the other side, further armies, or bots."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from engine.core.battlefile import read_battle, with_army
from engine.core.errors import InputError, Problem, unknown
from engine.core.events import SIDES, SideId
from engine.core.ruleset import Battle, Bots
from engine.core.text import Text
from engine.rulesets import battle_of, rulesets


class Opponent(NamedTuple):
    """A battle against an opponent."""

    battle: Battle
    # the bot that plays the other side and brings its own army to each battle; None if the other
    # side has the army of the battle file
    bot: str | None = None


def battles_with(source: Any, side: SideId, against: Sequence[Mapping[str, Any]]) -> list[Battle]:
    first = battle_of(source)
    enemy = 1 - SIDES.index(side)
    found = [first]
    for number, army in enumerate(against):
        try:
            found.append(read_battle(with_army(first.document, enemy, army), rulesets()))
        except InputError as error:
            place, inner = f"against[{number}]", f"sides[{enemy}].army"
            raise InputError(
                Problem(
                    f"{place}{path.removeprefix(inner)}"
                    if path.startswith(inner)
                    else f"{place}: {path}",
                    message,
                )
                for path, message in error.problems
            ) from None
    return found


def opponents_of(
    source: Any,
    side: SideId,
    against: Sequence[Mapping[str, Any]],
    played_by: str | None,
    bots: Sequence[str],
) -> list[Opponent]:
    """Return the opponents of a side, which is played by `played_by` or as the battle file says.

    `bots` replace the other side of the battle file. Raises InputError for errors in the file, an
    army or a bot, and if the file gives fixed orders for a side that a bot would have to play.
    """
    first, *others = battles_with(source, side, against)
    of_game = first.ruleset.bots
    if of_game is None:
        _refuse_bots(first, played_by, bots)
        return [Opponent(battle) for battle in (first, *others)]
    given = [(f"bots[{number}]", bot) for number, bot in enumerate(bots)]
    if played_by is not None:
        given.insert(0, ("played_by", played_by))
    problems = [
        Problem(name, unknown("bot", bot, of_game.names))
        for name, bot in given
        if bot not in of_game.names
    ]
    place = SIDES.index(side)
    if not problems:
        problems += _fixed_orders(first, of_game, place, played_by, bots, others)
    if problems:
        raise InputError(problems)
    if played_by is not None:
        first, *others = (_with_bot(one, place, played_by) for one in (first, *others))
    by_bots = [Opponent(_with_bot(first, 1 - place, bot), bot) for bot in bots]
    return [*(by_bots or [Opponent(first)]), *map(Opponent, others)]


def _refuse_bots(battle: Battle, played_by: str | None, bots: Sequence[str]) -> None:
    given = (("played_by", played_by), ("bots", bots))
    text = Text("{game} has no bots; leave it out", game=Text(battle.ruleset.name))
    problems = [Problem(name, text) for name, value in given if value]
    if problems:
        raise InputError(problems)


def _fixed_orders(
    battle: Battle,
    of_game: Bots,
    place: int,
    played_by: str | None,
    bots: Sequence[str],
    others: Sequence[Battle],
) -> Iterator[Problem]:
    """Yield problems of sides that need a bot although the file gives their orders."""
    is_ordered = [of_game.playing(one) is None for one in battle.document["sides"]]
    players = (("played_by", place, played_by), ("bots", 1 - place, bots))
    for name, number, given in players:
        if given or not is_ordered[number]:
            continue
        text = Text(
            "is missing; choose a bot for side {side}, whose orders in the battle file were given "
            "for one battle; there are {bots}",
            side=SIDES[number],
            bots=", ".join(of_game.names),
        )
        yield Problem(name, text)
    if bots and others and is_ordered[1 - place]:
        text = Text(
            "need a bot for side {side}, whose orders in the battle file were given for one "
            "battle; give it a bot there, or leave these armies out",
            side=SIDES[1 - place],
        )
        yield Problem("against", text)


def _with_bot(battle: Battle, place: int, bot: str) -> Battle:
    of_game = battle.ruleset.bots
    assert of_game is not None
    sides = [*battle.document["sides"]]
    sides[place] = of_game.seat(sides[place], bot)
    return read_battle({**battle.document, "sides": sides}, rulesets())
