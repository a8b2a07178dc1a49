"""Battles played in compiled code are those of the rules: who wins, and how many are left."""

from typing import Any

import pytest

import engine
from engine.core.events import number_left
from engine.core.rng import Seeded
from engine.core.ruleset import WINNERS
from engine.odds.chances import final
from engine.rulesets.warlords.catalog import AFFLICTIONS, CATALOG
from engine.rulesets.warlords.kernel import sample
from tests.games.warlords.test_kernel_parity import Draw
from tests.stacks import Row, battle_file, unit


def by_rules(battle: engine.Battle, seed: int) -> tuple[Any, ...]:
    end = final(battle, Seeded(seed))
    return end.winner, end.rounds, [number_left(end, side) for side in engine.SIDES]


def by_kernel(ended: engine.Outcomes, i: int) -> tuple[Any, ...]:
    return WINNERS[ended.winner[i]], ended.rounds[i], ended.left[i].tolist()


def different(files: list[Row], seeds: list[int]) -> list[Any]:
    """The battles that kernel and rules end differently, with both ends."""
    battles = [engine.read(file) for file in files]
    ended = sample.outcomes(battles, seeds)
    found = []
    for i, (battle, seed) in enumerate(zip(battles, seeds, strict=True)):
        kernel, rules = by_kernel(ended, i), by_rules(battle, seed)
        if kernel != rules:
            found.append((battle.document, seed, kernel, rules))
    return found


def drawn(count: int, seed: int) -> tuple[list[Row], list[int]]:
    """Battle files of all sorts, a tenth of them in cities with up to 32 defenders."""
    draw = Draw(seed)
    files: list[Row] = []
    for _ in range(count):
        if draw.number(1, 10) == 1:
            stacks = [[draw.unit() for _ in range(draw.number(1, most))] for most in (8, 32)]
            files.append(battle_file(*stacks, **{**draw.field(), "city": "town"}))
        else:
            files.append(draw.battle())
    return files, [draw.dice.below(2**64, "seed", "") for _ in files]


@pytest.mark.parametrize("count", [250, pytest.param(3_000, marks=pytest.mark.long)])
def test_battles_end_as_the_rules_end_them(count: int) -> None:
    files, seeds = drawn(count, 41)
    text = str(files)
    words = (*AFFLICTIONS, *CATALOG.abilities)
    assert [word for word in words if f"'{word}'" not in text] == []
    assert different(files, seeds) == []


def test_what_is_certain_depends_on_no_die() -> None:
    """25 points of curse and poison hit every unit, 10 points kill."""
    sure = [unit(5, 1, assassin=10, curse=20, poison=20), unit(5, 1, curse=5, poison=5)]
    file = battle_file(sure, [unit(5, 3, blessed=True)])
    ended = sample.outcomes([engine.read(file)] * 100, list(range(100)))
    assert [by_kernel(ended, i) for i in range(100)] == [("a", 0, [2, 0])] * 100


def test_many_hits_and_the_strongest_trample_last_as_long() -> None:
    """Blows that do not divide the hits, and fights beyond the first rolls."""
    pairs = [(20, 20, 0, 20), (20, 7, 3, 0), (19, 20, 4, 6), (1, 20, 0, 19), (20, 20, 0, 0)]
    files = [
        battle_file([unit(1, a, trample=by_a)], [unit(1, b, trample=by_b)], die=26)
        for a, b, by_a, by_b in pairs
    ]
    for seed in range(8):
        assert different(files, [seed] * len(files)) == []
