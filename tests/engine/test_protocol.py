"""The generated documents: nothing goes undocumented, and types are told right."""

from typing import Any

import pytest

import engine
from engine.core.events import Event, wire_name
from engine.core.protocol import (
    declarations,
    meanings,
    own_declarations,
    own_page,
    page,
)

RULESETS = tuple(engine.rulesets().values())


class BellRung(Event):
    """A bell rang
    for all to hear.

    times: how often.
    """

    times: int


class BellMelted(Event):
    """A bell melted."""

    heat: int


class BellHung(Event):
    """A bell was hung.

    height: how high.
    and this line belongs to nothing.
    """

    height: int


def test_meanings_are_the_docstring_and_of_all_fields() -> None:
    # The meaning of an event and its fields is its docstring.
    assert meanings(BellRung) == ("A bell rang\nfor all to hear.", {"times": "how often."})
    # Meanings are of all fields and of no other.
    with pytest.raises(engine.EngineError, match="BellMelted: no meaning given for heat"):
        meanings(BellMelted)
    with pytest.raises(engine.EngineError, match="belongs to no field"):
        meanings(BellHung)
    # A class is called in snake case on the wire.
    assert [wire_name(name) for name in ("UnitStruck", "Ended")] == ["unit_struck", "ended"]


@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda ruleset: ruleset.id)
def test_every_event_has_a_section(ruleset: engine.Ruleset[Any, Any]) -> None:
    own, common = own_page(ruleset), page(RULESETS)
    for event in ruleset.all_events:
        text = own if event in ruleset.events else common
        assert f"# `{wire_name(event.__name__)}`\n" in text


def test_declarations_tell_types_as_typescript_writes_them() -> None:
    lines = [line.strip() for line in declarations().splitlines()]
    assert "cause: number | null;" in lines
    assert "results: number[];" in lines
    assert 'audience: "all" | "a" | "b";' in lines
    assert "survivors: Record<string, (Record<string, string | number>)[]>;" in lines
    assert 'type: "dice_rolled";' in lines
    assert "export interface DiceRolled extends Envelope {" in lines


@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda ruleset: ruleset.id)
def test_a_rulesets_declarations_unite_all_of_its_events(
    ruleset: engine.Ruleset[Any, Any],
) -> None:
    text = own_declarations(ruleset)
    _, _, union = text.partition("export type Event =\n")
    reasons = " | ".join(f'"{reason}"' for reason in ruleset.reasons)
    assert union.removesuffix(";\n").splitlines() == [
        f"  | (BattleEnded & {{ reason: {reasons} }})"
        if event is engine.BattleEnded
        else f"  | {event.__name__}"
        for event in ruleset.all_events
    ]
