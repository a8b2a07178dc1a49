"""The generated documents: nothing goes undocumented, and types are told right."""

import pytest

import engine
from engine.core.events import Event, wire_name
from engine.core.protocol import declarations, meanings, page

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


def test_the_meaning_of_an_event_and_its_fields_is_its_docstring() -> None:
    assert meanings(BellRung) == ("A bell rang\nfor all to hear.", {"times": "how often."})


def test_a_field_without_a_meaning_is_refused() -> None:
    with pytest.raises(engine.EngineError, match="BellMelted: no meaning given for heat"):
        meanings(BellMelted)


def test_a_line_that_belongs_to_no_field_is_refused() -> None:
    with pytest.raises(engine.EngineError, match="belongs to no field"):
        meanings(BellHung)


@pytest.mark.parametrize(
    ("class_name", "type_"),
    [("UnitStruck", "unit_struck"), ("BattleEnded", "battle_ended"), ("Ended", "ended")],
)
def test_a_class_is_called_in_snake_case_on_the_wire(class_name: str, type_: str) -> None:
    assert wire_name(class_name) == type_


def test_the_page_has_a_section_for_every_event() -> None:
    text = page(RULESETS)
    for ruleset in RULESETS:
        for event in ruleset.all_events:
            assert f"`{wire_name(event.__name__)}`\n" in text


def test_declarations_tell_types_as_typescript_writes_them() -> None:
    lines = [line.strip() for line in declarations(RULESETS).splitlines()]
    assert "cause: number | null;" in lines
    assert "results: number[];" in lines
    assert 'audience: "all" | "a" | "b";' in lines
    assert "survivors: Record<string, (Record<string, string | number>)[]>;" in lines
    assert 'type: "unit_struck";' in lines
    assert "export interface UnitStruck extends Envelope {" in lines
