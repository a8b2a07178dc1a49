"""Recordings as JSON Lines: what was written is read back, and a broken line is named."""

import json

import pytest
from msgspec.structs import replace

import engine
from tests.dsl import battle_file

RECORDING = engine.play(battle_file("goomba+parawings | toad", first=None), seed=2**64 - 1)
LINES = RECORDING.lines().splitlines(keepends=True)


def refusal(lines: list[bytes]) -> str:
    with pytest.raises(engine.RecordingError) as caught:
        engine.load_recording(b"".join(lines))
    return str(caught.value)


def test_what_was_written_is_read_back() -> None:
    assert engine.load_recording(RECORDING.lines()) == RECORDING
    assert engine.load_recording(RECORDING.lines()).lines() == RECORDING.lines()


def test_the_header_says_all_that_makes_the_battle_again() -> None:
    header = json.loads(LINES[0])
    assert header["type"] == "header"
    assert header["ruleset"] == "manymarios"
    assert header["seed"] == "18446744073709551615"
    assert engine.play(header["battle"]).events == RECORDING.events


def test_each_event_is_a_line_with_its_type_and_number() -> None:
    events = [json.loads(line) for line in LINES[1:]]
    assert [event["seq"] for event in events] == list(range(len(events)))
    assert (events[0]["type"], events[-1]["type"]) == ("battle_started", "battle_ended")


def test_a_recording_without_its_end_has_no_result() -> None:
    cut_off = engine.load_recording(b"".join(LINES[:-1]))
    with pytest.raises(engine.RecordingError, match="breaks off"):
        _ = cut_off.result
    with pytest.raises(engine.RecordingError, match="breaks off"):
        _ = engine.load_recording(LINES[0]).result


def test_nothing_is_no_recording() -> None:
    assert refusal([]).startswith("line 1: ")


def test_a_broken_line_is_named() -> None:
    assert refusal([*LINES[:3], b'{"type": \n', *LINES[4:]]).startswith("line 4: ")


def test_an_unknown_event_is_named() -> None:
    assert refusal([*LINES[:2], b'{"type": "unit_kissed"}\n']).startswith("line 3: ")


def test_a_wrong_type_of_value_is_named() -> None:
    number = next(i for i, line in enumerate(LINES) if b'"unit_struck"' in line)
    event = json.loads(LINES[number]) | {"de": "two"}
    lines = [*LINES[:number], json.dumps(event).encode() + b"\n"]
    assert refusal(lines).startswith(f"line {number + 1}: ")


def test_an_unknown_ruleset_is_named() -> None:
    assert refusal([LINES[0].replace(b'"manymarios"', b'"chess"', 1)]) == (
        "line 1: no ruleset 'chess'"
    )


def test_a_replay_needs_a_known_ruleset() -> None:
    header = replace(RECORDING.header, ruleset="chess")
    with pytest.raises(engine.RecordingError, match="no ruleset 'chess'"):
        engine.replay(engine.Recording(header, RECORDING.events))
