"""Battles played in compiled code are those of the rules: who wins, who is left, how many rolls."""

from typing import Any

import pytest

import engine
from engine.core.battle import run
from engine.core.events import BattleEnded
from engine.core.rng import Rng, Seeded
from engine.core.ruleset import WINNERS
from engine.rulesets.warlords.catalog import AFFLICTIONS, CATALOG
from engine.rulesets.warlords.kernel import sample
from tests.games.warlords.test_kernel_parity import Draw
from tests.stacks import Row, battle_file, unit


class Counted:
    def __init__(self, rng: Rng) -> None:
        self.rng = rng
        self.rolls = 0

    def below(self, n: int, what_for: str, who: str, /) -> int:
        self.rolls += 1
        return self.rng.below(n, what_for, who)


def by_rules(battle: engine.Battle, seed: int) -> tuple[Any, ...]:
    dice = Counted(Seeded(seed))
    *_, end = run(battle.ruleset, battle.setup, dice)
    assert isinstance(end, BattleEnded)
    left = {
        side: [(row["id"], row["strength"], row["hits"], row.get("paralysed", 0)) for row in rows]
        for side, rows in end.survivors.items()
    }
    return end.winner, end.rounds, dice.rolls, left


def by_kernel(ended: sample.Outcomes, i: int, battle: engine.Battle) -> tuple[Any, ...]:
    left = {
        side: [
            (
                unit.id,
                *(int(part[i, k, place]) for part in (ended.strength, ended.hits, ended.paralysed)),
            )
            for place, unit in enumerate(getattr(battle.setup, side).stack)
            if ended.hits[i, k, place]
        ]
        for k, side in enumerate(engine.SIDES)
    }
    assert ended.left[i].tolist() == [len(rows) for rows in left.values()]
    return WINNERS[ended.winner[i]], int(ended.rounds[i]), int(ended.draws[i]), left


def different(files: list[Row], seeds: list[int]) -> list[Any]:
    """The battles that kernel and rules end differently, with both ends."""
    battles = [engine.read(file) for file in files]
    ended = sample.outcomes(battles, seeds)
    found = []
    for i, (battle, seed) in enumerate(zip(battles, seeds, strict=True)):
        kernel, rules = by_kernel(ended, i, battle), by_rules(battle, seed)
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


def test_what_is_certain_takes_no_die() -> None:
    """25 points of curse and poison hit every unit, 10 points kill: no dice are left."""
    sure = [unit(5, 1, assassin=10, curse=20, poison=20), unit(5, 1, curse=5, poison=5)]
    file = battle_file(sure, [unit(5, 3, blessed=True)])
    ended = sample.outcomes([engine.read(file)], [9])
    assert (ended.winner[0], ended.rounds[0], ended.draws[0]) == (1, 0, 0)


def test_many_hits_and_the_strongest_trample_last_as_long() -> None:
    """Blows that do not divide the hits, and fights beyond the first rolls."""
    pairs = [(20, 20, 0, 20), (20, 7, 3, 0), (19, 20, 4, 6), (1, 20, 0, 19), (20, 20, 0, 0)]
    files = [
        battle_file([unit(1, a, trample=by_a)], [unit(1, b, trample=by_b)], die=26)
        for a, b, by_a, by_b in pairs
    ]
    for seed in range(8):
        assert different(files, [seed] * len(files)) == []
