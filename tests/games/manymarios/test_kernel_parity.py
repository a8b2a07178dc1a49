"""The compiled rules agree with the reference, battle for battle, and refuse what they lack."""

import subprocess
import sys
from collections import Counter
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

import engine
from engine.core.rng import Seeded, key
from engine.core.ruleset import WINNERS
from engine.kernels import compiled, dice
from engine.rulesets.manymarios.catalog import ABILITIES, ENTRIES
from engine.rulesets.manymarios.events import LineupReordered, UnitsReplaced
from engine.rulesets.manymarios.kernel import batch as kernels
from engine.rulesets.manymarios.kernel.batch import OPCODES
from engine.rulesets.manymarios.ruleset import RULESET
from tests.games.manymarios.kernel_cases import SORTS, cases
from tests.golden.files import battle_files

FEW = {"mixed": 250, "pipes": 50, "standstill": 50, "procession": 3, "crowd": 3}


@cache
def battles(sort: str, count: int = 100) -> list[engine.Battle]:
    return [engine.read(case) for case in cases(sort, count)]


@cache
def recordings(sort: str, count: int) -> list[engine.Recording]:
    return [engine.play(battle) for battle in battles(sort, count)]


def reference_end(recording: engine.Recording) -> tuple[Any, ...]:
    end = recording.result
    return end.winner, end.rounds, [len(end.survivors[side]) for side in engine.SIDES]


def kernel_end(ended: engine.Outcomes, i: int) -> tuple[Any, ...]:
    return WINNERS[ended.winner[i]], ended.rounds[i], ended.left[i].tolist()


@pytest.mark.parametrize(
    ("sort", "count"),
    [
        *FEW.items(),
        *(pytest.param(sort, count, marks=pytest.mark.long) for sort, (_, count) in SORTS.items()),
    ],
)
def test_battles_end_alike_in_kernel_and_reference(sort: str, count: int) -> None:
    ended = engine.outcomes(battles(sort, count))
    wrong = [
        (recording.header.battle, kernel_end(ended, i), reference_end(recording))
        for i, recording in enumerate(recordings(sort, count))
        if kernel_end(ended, i) != reference_end(recording)
    ]
    assert not wrong, f"{len(wrong)} differ: {min(wrong, key=lambda row: len(str(row[0])))}"


@pytest.mark.long
def test_the_battles_leave_no_rule_and_no_entry_out() -> None:
    recorded = [one for sort, (_, count) in SORTS.items() for one in recordings(sort, count)]
    happened = Counter(type(event) for recording in recorded for event in recording.events)
    # Orders change in branches alone, which kernels refuse.
    rare = {event for event in RULESET.events if happened[event] < 20}
    assert rare == {LineupReordered, UnitsReplaced}
    ends = Counter((r.result.winner, r.result.reason) for r in recorded)
    assert set(ends) == {("a", "defeat"), ("b", "defeat"), (None, "defeat"), (None, "stalemate")}
    assert min(ends.values()) >= 50
    assert max(r.result.rounds for r in recorded if r.result.reason == "stalemate") > 500
    text = " ".join(str(recording.header.battle) for recording in recorded)
    assert [id_ for id_ in [*ENTRIES, *OPCODES] if f"'{id_}'" not in text and id_ != "launch"] == []


def test_dice_roll_as_the_reference_does() -> None:
    """2**62 + 1 leaves the largest tails: of four values one is thrown away."""
    for seed in (0, 42, 2**64 - 1):
        for n in (1, 2, 3, 20, 2**31, 2**62 + 1):
            for who in ("", "a/toad/1"):
                reference, packed = Seeded(seed), np.uint64(key("test", who))
                rolls = [reference.below(n, "test", who) for _ in range(20)]
                assert [dice.below(n, np.uint64(seed), packed, k) for k in range(20)] == rolls


def test_matchups_are_the_exact_odds_of_every_pair() -> None:
    setups = [battle.setup for battle in battles("mixed")[:6]]
    rows, columns = [s.a for s in setups], [s.b for s in setups[:4]]
    ended = kernels.matchups(kernels.pack([*rows, *columns]), len(rows))
    assert ended.winner.shape == ended.rounds.shape == (6, 4, 2)
    for i, j in np.ndindex(6, 4):
        setup = msgspec.structs.replace(setups[0], a=rows[i], b=columns[j], first=None)
        odds = engine.odds(replace(battles("mixed")[0], setup=setup), "exact")
        wins = [np.mean(ended.winner[i, j] == k) for k in (1, 2, 0)]
        assert wins == [odds.a, odds.b, odds.draw]
        for side, chances in enumerate((odds.survivors["a"], odds.survivors["b"])):
            left = ended.left[i, j, :, side]
            assert [np.mean(left == k) for k in range(len(chances))] == list(chances)


def test_every_ability_has_an_opcode_and_no_battle_no_outcome() -> None:
    # No battles have no outcomes.
    with pytest.raises(ValueError, match="no battles; give at least one"):
        engine.outcomes([])
    assert kernels.matchups(kernels.pack([]), 0).winner.shape == (0, 0, 2)
    # Every ability of the catalog has an opcode of its own.
    assert set(OPCODES) == set(ABILITIES)
    assert len(set(OPCODES.values())) == len(OPCODES)


def test_battles_without_a_kernel_or_of_several_rulesets_are_refused() -> None:
    siege, stacks = (
        engine.read(battle_files(id_)[0].read_bytes()) for id_ in ("siege", "warlords")
    )
    with pytest.raises(engine.KernelError, match="no kernel plays the ruleset 'siege'"):
        engine.outcomes([siege])
    with pytest.raises(engine.KernelError, match="one ruleset at a time: 'manymarios' first"):
        engine.outcomes([battles("mixed")[0], stacks])


def test_missing_and_impossible_seeds_are_refused() -> None:
    battle = replace(battles("mixed")[0], seed=None)
    with pytest.raises(engine.InputError, match="seed: is missing"):
        engine.outcomes([battle])
    for seed in (-1, 2**64):
        with pytest.raises(engine.InputError, match="must be a whole number from 0"):
            engine.outcomes([battle], [seed])
    with pytest.raises(ValueError, match="3 seeds for 1 battles"):
        engine.outcomes([battle], [1, 2, 3])


def test_importing_the_engine_imports_no_numba() -> None:
    code = "import sys, engine; sys.exit('numba' in sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True)


def test_a_change_in_any_kernel_file_names_another_cache(tmp_path: Path) -> None:
    (tmp_path / "rules").mkdir()
    stamps = []
    for damage in (1, 1, 2):
        (tmp_path / "rules" / "one.py").write_text(f"DAMAGE = {damage}\n")
        stamps.append(compiled.stamp(tmp_path))
    assert stamps[0] == stamps[1] != stamps[2]
