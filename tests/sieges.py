"""Sieges in short: armies as `4/0/3 2/2/1` (ATK/DEF/HP[/EXH]), orders as `aaddr` (attack, defend,
recover, none; a blank is missing)."""

from collections.abc import Sequence
from functools import partial
from typing import Any

import engine
from engine.core.battle import perform
from engine.core.events import SIDES
from engine.core.rng import Rng, Scripted
from engine.rulesets.siege import events as e
from engine.rulesets.siege.catalog import TABLES
from engine.rulesets.siege.events import LETTERS, SideSnapshot, UnitSnapshot, Values
from engine.rulesets.siege.rules import Tables
from engine.rulesets.siege.stages import open_round, phases
from engine.rulesets.siege.state import APPLY, State
from tests.battle_log import Log

EVEN = "2/2/2 2/2/2 2/2/2 2/2/2 2/2/2"
ORDERS = {"a": "attack", "d": "defend", "r": "recover", "n": "none"}


def units(text: str) -> dict[str, dict[str, int]]:
    rows = [map(int, word.split("/")) for word in text.split()]
    stats = ("atk", "def", "hp")
    return {
        letter: dict(zip(stats, row, strict=True))
        for letter, row in zip(LETTERS, rows, strict=True)
    }


def orders(text: str) -> dict[str, str]:
    return {letter: ORDERS[o] for letter, o in zip(LETTERS, text, strict=True) if o != " "}


def side(army: str, *rounds: str, **more: Any) -> dict[str, Any]:
    """A side of a battle file, with the orders of these rounds unless `more` names a bot."""
    given = {} if "bot" in more else {"orders": [orders(text) for text in rounds]}
    return {"army": {"units": units(army)}, **given, **more}


def siege_file(a: dict[str, Any], b: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"ruleset": "siege", "sides": [a, b], **more}


def play(a: dict[str, Any], b: dict[str, Any], seed: int = 0, **more: Any) -> Log:
    return Log(engine.play(siege_file(a, b, **more), seed).events)


def state_of(a: str, b: str, rounds_played: int = 0) -> State:
    """A state between two rounds in which the units have these values."""
    state = State()
    cards = [
        SideSnapshot("", None, tuple(UnitSnapshot(f"{id_}{letter}", letter) for letter in LETTERS))
        for id_ in SIDES
    ]
    _apply(state, e.BattleStarted(cards[0], cards[1], 40, ()))
    for id_, text in zip(SIDES, (a, b), strict=True):
        rows = [(*map(int, word.split("/")), 0)[:4] for word in text.split()]
        values = tuple(
            Values(f"{id_}{letter}", dict(zip(("atk", "def", "hp", "exh"), row, strict=True)))
            for letter, row in zip(LETTERS, rows, strict=True)
        )
        _apply(state, e.ArmyMustered(id_, "", values, audience=id_))
    state.round = rounds_played
    return state


def _apply(state: State, event: engine.Event) -> None:
    APPLY[type(event)](state, event)


class Round(Log):
    """The events of one round, and the values of the units after it."""

    def __init__(self, events: Sequence[engine.Event], state: State) -> None:
        super().__init__(tuple(events))
        self.state = state

    def now(self, id_: str) -> str:
        return "/".join(map(str, self.state.units[id_].known))

    def changes(self) -> list[str]:
        return [
            f"{event.unit} {event.stat} {event.amount:+} = {event.value} ({event.source})"
            for event in self.all("unit_changed")
        ]

    def rows(self) -> dict[str, str | None]:
        return {event.unit: event.source for event in self.all("unit_fought")}


def play_round(
    a: str, b: str, given: str, tables: Tables = TABLES, rounds_played: int = 0
) -> Round:
    """One round between units with these values, under orders as `aaddr|ddnnn`."""
    state = state_of(a, b, rounds_played)
    of_a, of_b = (orders(text) for text in given.split("|"))
    stages = (partial(open_round, {"a": of_a, "b": of_b}), *phases(tables))  # type: ignore[dict-item]
    events = list(perform(APPLY, stages, state, Scripted(())))
    return Round(events, state)


def random_army(rng: Rng) -> str:
    """An allotment that D1 allows."""
    while True:
        rows = [[0, 0, 0] for _ in LETTERS]
        for stat in range(3):
            for _ in range(10):
                free = [row for row in rows if row[stat] < 4 and sum(row) < 7]
                if free:
                    free[rng.below(len(free), "whose point", "")][stat] += 1
        if all(sum(row[stat] for row in rows) == 10 for stat in range(3)):
            return " ".join("/".join(map(str, row)) for row in rows)


def random_orders(rng: Rng, rounds: int = 40) -> tuple[str, ...]:
    """Orders of so many rounds, of a rash side or of one that defends until the last round."""
    moods = ("aaaadddrrrn ", "aadddddrrr n", "addddddrrrrr", "dddddddrrrrn")
    words = moods[rng.below(len(moods), "mood", "")]
    return tuple(
        "".join(words[rng.below(len(words), "order", "")] for _ in LETTERS) for _ in range(rounds)
    )
