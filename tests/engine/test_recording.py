"""Recordings as JSON Lines: what was written is read back, and a broken line is named."""

import dataclasses
import json
from collections import deque

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


def test_a_recording_without_its_end_has_no_result() -> None:
    cut_off = engine.load_recording(b"".join(LINES[:-1]))
    with pytest.raises(engine.RecordingError, match="breaks off"):
        _ = cut_off.result
    with pytest.raises(engine.RecordingError, match="breaks off"):
        _ = engine.load_recording(LINES[0]).result


def test_a_game_says_for_which_reasons_its_battles_end() -> None:
    """Others are refused by the line, and a game that ends for one it has not named, too."""
    resigned = LINES[-1].replace(b'"reason":"defeat"', b'"reason":"resigned"')
    told = f"line {len(LINES)}: a battle of manymarios ends by defeat, stalemate, not 'resigned'"
    assert refusal([*LINES[:-1], resigned]) == told

    battle = engine.read(RECORDING.header.battle)
    own = dataclasses.replace(battle.ruleset, reasons=("moonset",))
    with pytest.raises(engine.RecordingError, match="ends by moonset, not 'defeat'"):
        engine.play(dataclasses.replace(battle, ruleset=own))
    moonset = replace(RECORDING.result, reason="moonset")
    assert own.check(moonset) == moonset


def test_an_event_of_an_unknown_type_keeps_its_place_and_changes_nothing() -> None:
    """Readers skip it (PROTOCOL.md), and writing the recording again keeps it."""
    kissed = b'{"type":"unit_kissed","seq":2,"beat":1,"cause":0,"by":{"unit":"a1"}}\n'
    later = [
        json.dumps(event | {"seq": event["seq"] + 1}, separators=(",", ":")).encode() + b"\n"
        for event in map(json.loads, LINES[3:])
    ]
    recording = engine.load_recording(b"".join([*LINES[:3], kissed, *later]))
    unknown = recording.events[2]
    assert isinstance(unknown, engine.UnknownEvent)
    assert (unknown.seq, unknown.beat, unknown.cause, unknown.audience) == (2, 1, 0, "all")
    assert kissed in recording.lines()
    assert engine.load_recording(recording.lines()) == recording
    snapshots = [state.snapshot() for state in engine.replay(recording)]
    plain = [state.snapshot() for state in engine.replay(RECORDING)]
    assert snapshots == [*plain[:2], plain[1], *plain[2:]]
    assert recording.result.winner == RECORDING.result.winner


def test_a_recording_of_newer_rules_is_refused_and_one_of_older_rules_read() -> None:
    version = engine.rulesets()["manymarios"].version

    def by(version_: int) -> list[bytes]:
        header = json.loads(LINES[0]) | {"ruleset_version": version_}
        return [json.dumps(header).encode() + b"\n", *LINES[1:]]

    assert refusal(by(version + 1)) == (
        f"line 1: version {version + 1} of Many Marios 0 is not known here, only versions up to "
        f"{version}; update Battlereel to replay this battle"
    )
    assert engine.load_recording(b"".join(by(version - 1))).events == RECORDING.events


def test_nobody_replays_what_is_unknown_or_newer_than_the_rules() -> None:
    for change in ({"protocol": 2}, {"ruleset_version": 99}, {"ruleset": "chess"}):
        header = replace(RECORDING.header, **change)
        with pytest.raises(engine.RecordingError, match=r"not known here|no ruleset 'chess'"):
            engine.replay(engine.Recording(header, RECORDING.events))


def test_a_recordings_battle_file_is_nobody_elses() -> None:
    """Whoever changes the battle file that was played, or that of a recording, changes only it."""
    file = battle_file("goomba | toad", first=None)
    read = engine.read(file)
    one, two = engine.play(read, 1), engine.play(read, 1)
    file["sides"][0]["army"]["lineup"].clear()
    one.header.battle["sides"].clear()
    assert two.header.battle == {**battle_file("goomba | toad", first=None), "seed": 1}
    assert engine.play(read, 1).header == two.header


def test_an_event_that_does_not_fit_the_battle_is_named() -> None:
    """A missing unit is hit."""
    stranger = {**json.loads(LINES[STRUCK]), "target": "b99"}
    lines = [*LINES[:STRUCK], json.dumps(stranger).encode() + b"\n"]
    recording = engine.load_recording(b"".join(lines))
    with pytest.raises(engine.RecordingError, match=f"event {STRUCK - 1} does not fit"):
        deque(engine.replay(recording), maxlen=0)


STRUCK = next(n for n, line in enumerate(LINES) if b'"unit_struck"' in line)


def changed(number: int, old: bytes, new: bytes) -> list[bytes]:
    assert old in LINES[number]
    return [*LINES[:number], LINES[number].replace(old, new, 1), *LINES[number + 1 :]]


@pytest.mark.parametrize(
    ("lines", "problem"),
    [
        ([], "line 1: "),
        ([*LINES[:3], b'{"type": \n', *LINES[4:]], "line 4: "),
        (changed(2, b'"type"', b'"t\xcbpe"'), "line 3: "),
        (changed(STRUCK, b'"de":', b'"de":"two","x":'), f"line {STRUCK + 1}: "),
        (changed(0, b'"manymarios"', b'"chess"'), "line 1: no ruleset 'chess'"),
        (
            changed(0, b'"protocol":1', b'"protocol":2'),
            "line 1: protocol 2 is not known here, only protocol 1",
        ),
    ],
)
def test_what_cannot_be_read_is_named_by_its_line(lines: list[bytes], problem: str) -> None:
    assert refusal(lines).startswith(problem)


def test_an_unknown_ruleset_is_not_all_repeated() -> None:
    assert len(refusal(changed(0, b'"manymarios"', b'"' + b"m" * 9_999 + b'"'))) < 300
