"""Warlords battles in one line: `fight([unit(6, 2)], [unit(5, 3)], rolls=[3, 20, …])`."""

from typing import Any

import engine
from engine.core.battle import run
from engine.core.rng import Scripted
from engine.odds.chances import opening_state
from tests.battle_log import Log

Row = dict[str, Any]

ON_UNIT = {"flying", "terrain", "banding", "race", "hero", "name"}
ON_ROW = {"blessed", "cursed", "medals", "poisoned", "diseased", "paralysed", "items"}


def unit(strength: int, hits: int, **more: Any) -> Row:
    """A custom unit; what is neither a key of it nor of its row is an ability (`_` for `-`)."""
    custom: Row = {"name": f"{strength}/{hits}", "strength": strength, "hits": hits}
    custom |= {key: value for key, value in more.items() if key in ON_UNIT}
    words = {k.replace("_", "-"): v for k, v in more.items() if k not in ON_UNIT | ON_ROW}
    if words:
        custom["abilities"] = words
    return {"custom": custom, **{k: v for k, v in more.items() if k in ON_ROW}}


def named(id_: str, **more: Any) -> Row:
    return {"unit": id_, **more}


def hero(class_: str, level: int = 1, **more: Any) -> Row:
    return {"hero": class_, "level": level, **more}


def battle_file(a: list[Row], b: list[Row], **field: Any) -> Row:
    sides = [{"army": {"stack": stack}} for stack in (a, b)]
    return {"ruleset": "warlords", "sides": sides, **({"field": field} if field else {})}


def fight(a: list[Row], b: list[Row], rolls: list[int], **field: Any) -> Log:
    """The log of a battle with these results of the dice, from 1; all of them must be used."""
    read = engine.read(battle_file(a, b, **field))
    dice = Scripted([roll - 1 for roll in rolls])
    log = Log(tuple(run(read.ruleset, read.setup, dice)))
    dice.finish()
    return log


def opening(a: list[Row], b: list[Row], **field: Any) -> Log:
    """The events of seed 0 up to the first pairing; for stacks in which no affliction is rolled."""
    events = engine.play(battle_file(a, b, **field), 0).events
    starts = [i for i, event in enumerate(events) if type(event).__name__ == "PairingStarted"]
    return Log(events[: starts[0]])


def odds(a: list[Row], b: list[Row], **field: Any) -> engine.Odds:
    return engine.odds_by_rules(engine.read(battle_file(a, b, **field)))


def ready(a: list[Row], b: list[Row], **field: Any) -> dict[str, Any]:
    readied = opening(a, b, **field).all("stack_readied")
    return {row.id: row for event in readied for row in event.units}


def strengths(a: list[Row], b: list[Row], **field: Any) -> list[int]:
    """The strength of every unit of a with which it enters its first pairing."""
    return [row.strength for id_, row in ready(a, b, **field).items() if id_[0] == "a"]


def start(a: list[Row], b: list[Row], **field: Any) -> Any:
    return opening_state(engine.read(battle_file(a, b, **field)))
