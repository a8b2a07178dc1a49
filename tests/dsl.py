"""Battles in one line: `battle("goomba*2 toad+fire-flower | 1/4:stun,flying [watchtower]")`. Units
are ids or `AE/DE[/damage]`, then `:abilities`, `+thing` and `*count`."""

from typing import Any

import engine
from engine.rulesets.manymarios.catalog import ENTRIES
from tests.battle_log import Log

COIN_FLIP = "1/1 2/2:ballistics | 1/1 2/2:ballistics"
"""The first side wins with one unit left (tests/odds)."""


def battle(armies: str, first: str = "a", **more: Any) -> Log:
    """The log of a Many Marios battle in which `first` begins; `more` goes into the battle file."""
    return Log(engine.play(battle_file(armies, first, **more), seed=0).events)


def battle_file(armies: str, first: str | None = "a", **more: Any) -> dict[str, Any]:
    sides = [{"army": army(text)} for text in armies.split("|")]
    options = {} if first is None else {"options": {"first": first}}
    return {"ruleset": "manymarios", "sides": sides, **options, **more}


def army(text: str) -> dict[str, Any]:
    words = text.split()
    buildings = [word.strip("[]") for word in words if word.startswith("[")]
    lineup = [row for word in words if not word.startswith("[") for row in _rows(word)]
    return {"buildings": buildings, "lineup": lineup} if buildings else {"lineup": lineup}


def _rows(word: str) -> list[dict[str, Any]]:
    word, _, times = word.partition("*")
    what, *things = word.split("+")
    row: dict[str, Any] = {"custom": _custom(what)} if "/" in what else {"unit": what}
    for thing in things:
        is_item = ENTRIES[thing].kind == "combat_item"
        row.setdefault("combat_items" if is_item else "equipment", []).append(thing)
    return [row] * int(times or 1)


def _custom(text: str) -> dict[str, Any]:
    numbers, _, abilities = text.partition(":")
    ae, de, damage = (*map(int, numbers.split("/")), 0)[:3]
    listed = {"abilities": abilities.split(",")} if abilities else {}
    return {"name": text, "energy": 0, "ae": ae, "de": de, "damage": damage, **listed}
