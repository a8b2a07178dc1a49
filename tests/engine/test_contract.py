"""What holds for every ruleset of the registry, shown on its golden battles."""

import copy
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
from engine.core.events import wire_name
from engine.core.protocol import own_page
from engine.core.reordering import Reordering
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
    if isinstance(value, dict):
        yield from value
        for inner in value.values():
            yield from plain(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from plain(inner)
    else:
        yield value


@every_battle
def test_the_same_seed_gives_the_same_events(path: Path) -> None:
    assert engine.play(path.read_bytes()).lines() == engine.play(path.read_bytes()).lines()


@every_ruleset
def test_the_same_seed_gives_the_same_events_in_another_process(id_: str) -> None:
    """Processes differ in how they hash text: no set or dictionary may show in the events."""
    for path in battle_files(id_):
        here = engine.play(path.read_bytes()).lines()
        for hash_seed in ("1", "2"):
            there = subprocess.run(
                [sys.executable, "-c", PLAY_STDIN],
                input=path.read_bytes(),
                env={**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": PATH},
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
def test_replaying_the_written_events_gives_the_final_state(path: Path) -> None:
    read = engine.read(path.read_bytes())
    state = read.ruleset.new_state()
    events = list(played(read, state))
    written = engine.load_recording(engine.play(read).lines())
    assert list(written.events) == events
    (*_, replayed) = engine.replay(written)
    assert replayed.snapshot() == state.snapshot()


@every_battle
def test_every_event_changes_what_it_says_and_nothing_is_changed_without(path: Path) -> None:
    """The stages' own state agrees with one built from the events alone, after each of them."""
    read = engine.read(path.read_bytes())
    state = read.ruleset.new_state()
    mirror = read.ruleset.new_state()
    for event in played(read, state):
        read.ruleset.apply[type(event)](mirror, event)
        assert mirror.snapshot() == state.snapshot(), type_of(event)


@every_battle
def test_the_battle_file_is_left_as_it_was(path: Path) -> None:
    document = json.loads(path.read_bytes())
    before = copy.deepcopy(document)
    engine.play(document, seed=3)
    engine.odds(document)
    assert document == before


@every_battle
def test_the_last_event_ends_the_battle_and_no_other_does(path: Path) -> None:
    types = [type_of(event) for event in engine.play(path.read_bytes()).events]
    assert types.index("battle_ended") == len(types) - 1


@every_battle
def test_seq_counts_from_0_without_gaps(path: Path) -> None:
    events = engine.play(path.read_bytes()).events
    assert [event.seq for event in events] == list(range(len(events)))


@every_battle
def test_beats_go_on_from_0_without_gaps(path: Path) -> None:
    beats = [event.beat for event in engine.play(path.read_bytes()).events]
    assert beats[0] == 0
    assert {after - before for before, after in pairwise(beats)} <= {0, 1}


@every_battle
def test_a_cause_comes_before_its_effect(path: Path) -> None:
    for event in engine.play(path.read_bytes()).events:
        assert event.cause is None or 0 <= event.cause < event.seq


@every_battle
def test_a_snapshot_holds_only_numbers_and_text(path: Path) -> None:
    (*_, state) = engine.replay(engine.play(path.read_bytes()))
    assert {type(leaf) for leaf in plain(state.snapshot())} <= {int, str, bool, type(None)}


@every_battle
def test_the_survivors_are_those_of_the_final_state(path: Path) -> None:
    recording = engine.play(path.read_bytes())
    (*_, state) = engine.replay(recording)
    assert recording.result.survivors == state.survivors()


@every_ruleset
def test_apply_covers_exactly_the_events_of_the_ruleset(id_: str) -> None:
    assert RULESETS[id_].apply.keys() == set(RULESETS[id_].all_events)


@every_ruleset
def test_every_event_is_documented(id_: str) -> None:
    page = own_page(RULESETS[id_])
    for event in RULESETS[id_].events:
        assert f"## `{wire_name(event.__name__)}`" in page


@every_ruleset
def test_a_gap_in_the_events_is_refused(id_: str) -> None:
    recording = engine.play(battle_files(id_)[0].read_bytes())
    with pytest.raises(engine.RecordingError, match="event 1 is numbered 2"):
        list(fold(RULESETS[id_], [recording.events[0], *recording.events[2:]]))


@every_ruleset
def test_the_catalog_is_plain_data(id_: str) -> None:
    assert json.loads(json.dumps(RULESETS[id_].catalog()))["ruleset"] == id_
