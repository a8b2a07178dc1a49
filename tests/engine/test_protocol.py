"""The generated documents: nothing goes undocumented, and types are told right."""

import pytest

import engine
from engine.core.events import Event, wire_name
from engine.core.protocol import meanings


class BellRung(Event):
    """A bell rang
    for all to hear.

    times: how often.
    """

    times: int


class BellCracked(BellRung):
    """A bell cracked.

    times: how often it rang.
    """


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
    assert meanings(BellRung) == ("A bell rang\nfor all to hear.", {"times": "how often."})
    # Meanings are of all fields, those of another event among them, and of no other.
    assert meanings(BellCracked)[1] == {"times": "how often it rang."}
    with pytest.raises(engine.EngineError, match="BellMelted: no meaning given for heat"):
        meanings(BellMelted)
    with pytest.raises(engine.EngineError, match="belongs to no field"):
        meanings(BellHung)
    # A class is called in snake case on the wire.
    assert [wire_name(name) for name in ("UnitStruck", "Ended")] == ["unit_struck", "ended"]
