"""What holds for every ruleset of the registry, shown on its golden battles."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import engine
from engine.core.battle import fold, run
from engine.core.battlefile import Reordering
from engine.core.rng import Seeded
from tests.battle_log import type_of
from tests.golden.files import battle_files, rulesets
from tests.repo.files import ROOT

RULESETS = rulesets()
FILES = battle_files()
PATH = os.pathsep.join([str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])])
PLAY_STDIN = (
    "import engine, sys; sys.stdout.buffer.write(engine.play(sys.stdin.buffer.read()).lines())"
)

every_ruleset = pytest.mark.parametrize("id_", RULESETS)
every_battle = pytest.mark.parametrize("path", FILES, ids=lambda p: f"{p.parent.name}-{p.stem}")


def plain(value: Any) -> Iterator[Any]:
    """The leaves of plain data, and its keys."""
    if isinstance(value, dict | list):
        for inner in value:
            yield from plain(inner)
            if isinstance(value, dict):
                yield from plain(value[inner])
    else:
        yield value


@every_ruleset
def test_the_same_seed_gives_the_same_events_in_another_process(id_: str) -> None:
    """Processes differ in how they hash text: no set or dictionary may show in the events."""
    for path in battle_files(id_)[:3]:
        here = engine.play(path.read_bytes()).lines()
        there = subprocess.run(
            [sys.executable, "-c", PLAY_STDIN],
            input=path.read_bytes(),
            env={**os.environ, "PYTHONHASHSEED": "1", "PYTHONPATH": PATH},
            capture_output=True,
            check=True,
        )
        assert there.stdout == here


@every_ruleset
def test_another_seed_gives_other_events_somewhere(id_: str) -> None:
    documents = [json.loads(path.read_bytes()) for path in battle_files(id_)]
    assert any(
        engine.play(document, 0).events != engine.play(document, seed).events
        for document in documents
        for seed in range(1, 8)
    )


def played(read: engine.Battle, state: Any) -> Iterator[engine.Event]:
    """The events of a battle whose changes, if it has any, are orders."""
    orders = Reordering(read.ruleset, read.changes)
    dice = Seeded(read.seed or 0)
    for event in run(read.ruleset, read.setup, dice, state, orders.before):
        orders.at = event.seq + 1
        yield event


@every_battle
def test_every_event_changes_what_it_says_and_nothing_is_changed_without(path: Path) -> None:
    """The stages' own state agrees with one built from the events alone, after each of them."""
    read = engine.read(path.read_bytes())
    state, mirror = read.ruleset.new_state(), read.ruleset.new_state()
    events = []
    for event in played(read, state):
        events.append(event)
        read.ruleset.apply[type(event)](mirror, event)
        assert mirror.snapshot() == state.snapshot(), type_of(event)
    written = engine.load_recording(engine.play(read).lines())
    assert list(written.events) == events
    (*_, replayed) = engine.replay(written)
    assert replayed.snapshot() == state.snapshot()
    assert {type(leaf) for leaf in plain(state.snapshot())} <= {int, str, bool, type(None)}
    assert written.result.survivors == state.survivors()


@every_battle
def test_events_are_numbered_and_the_last_ends_the_battle(path: Path) -> None:
    document = json.loads(path.read_bytes())
    recording = engine.play(document)
    engine.odds(document, samples=10)
    assert document == json.loads(path.read_bytes()), "the battle file is left as it was"
    assert engine.play(path.read_bytes()).lines() == recording.lines()
    events = recording.events
    assert [event.seq for event in events] == list(range(len(events)))
    assert [type_of(event) for event in events].index("battle_ended") == len(events) - 1
    assert events[0].beat == 0
    assert {after.beat - before.beat for before, after in pairwise(events)} <= {0, 1}
    assert all(event.cause is None or 0 <= event.cause < event.seq for event in events)


@every_ruleset
def test_apply_covers_exactly_the_events_of_the_ruleset(id_: str) -> None:
    assert RULESETS[id_].apply.keys() == set(RULESETS[id_].all_events)


@every_ruleset
def test_a_gap_in_the_events_is_refused(id_: str) -> None:
    recording = engine.play(battle_files(id_)[0].read_bytes())
    with pytest.raises(engine.RecordingError, match="event 1 is numbered 2"):
        list(fold(RULESETS[id_], [recording.events[0], *recording.events[2:]]))


@every_ruleset
def test_the_catalog_is_plain_data(id_: str) -> None:
    assert json.loads(json.dumps(RULESETS[id_].catalog()))["ruleset"] == id_
