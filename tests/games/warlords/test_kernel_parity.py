"""The compiled dynamic programme agrees with the reference: odds, survivors, gauges."""

import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from msgspec.structs import astuple

import engine
from engine.core.rng import Seeded
from engine.kernels import loading
from engine.rulesets.warlords.army import HITS_MOST
from engine.rulesets.warlords.catalog import AFFLICTIONS, CATALOG, PLACES, SLAYERS
from engine.rulesets.warlords.kernel import batch as kernels
from engine.rulesets.warlords.odds import _duel, chances
from tests.golden.files import battle_files, recording_of
from tests.stacks import Row, battle_file, hero, unit

ABILITIES = [*CATALOG.abilities]
WEARERS = ["orb-of-balance", "spider-ring", "bow-of-speed", "horn-of-stone", "ring-of-air"]


class Draw:
    """Random stacks, the same for the same seed."""

    def __init__(self, seed: int) -> None:
        self.dice = Seeded(seed)

    def number(self, least: int, most: int) -> int:
        return least + self.dice.below(most - least + 1, "number", "")

    def one(self, options: Any) -> Any:
        listed = list(options)
        return listed[self.dice.below(len(listed), "one", "")]

    def flags(self) -> Row:
        row: Row = {"medals": self.number(0, 4)} if self.number(1, 3) == 1 else {}
        match self.number(1, 6):
            case 1 | 2:
                row["blessed"] = True
            case 3:
                row["poisoned"] = row["diseased"] = row["cursed"] = True
        return row

    def unit(self) -> Row:
        match self.number(1, 5):
            case 1:
                return {**self.hero(), **self.flags()}
            case 2 | 3:
                words = {self.one(ABILITIES): self.number(1, 5) for _ in range(3)}
                words = {w: 1 if w == "group-flight" else n for w, n in words.items()}
                row = unit(self.number(1, 9), self.number(1, 5), race=[self.one(SLAYERS.values())])
                ground = {self.one(PLACES): self.number(1, 3)}
                row["custom"] |= {"abilities": words, "terrain": ground, "name": self.one("PQ")}
                row["custom"] |= {"banding": self.number(0, 2), "flying": self.number(1, 4) == 1}
                return {**row, **self.flags()}
        return {"unit": self.one(CATALOG.units), **self.flags()}

    def hero(self) -> Row:
        class_ = self.one(CATALOG.heroes)
        level = self.number(4, 10)
        points = CATALOG.heroes[class_].points(level)
        spells = [id_ for id_, ap in CATALOG.heroes[class_].spells.items() if ap <= points // 5]
        return hero(class_, level, spells=spells[:5], items=[self.one(WEARERS)])

    def battle(self, most: int = 8) -> Row:
        stacks = [[self.unit() for _ in range(self.number(1, most))] for _ in "ab"]
        return battle_file(*stacks, **self.field())

    def field(self) -> Row:
        field: Row = {"die": self.number(18, 26), "terrain": [self.one(CATALOG.terrains)]}
        return field | ({"city": self.one(CATALOG.cities)} if self.number(1, 2) == 1 else {})


def files(count: int = 60) -> list[Row]:
    draw = Draw(5)
    return [draw.battle() for _ in range(count)]


def flat(row: Any) -> list[float]:
    survivors = [chance for side in ("a", "b") for chance in row.survivors[side]]
    return [row.a, row.b, *survivors, *row.units.values()]


def test_odds_are_those_of_the_reference() -> None:
    battles = [engine.read(file) for file in files()]
    for battle, found in zip(battles, kernels.odds(battles), strict=True):
        reference = engine.odds_by_rules(battle)
        assert list(found.units) == list(reference.units or {})
        assert flat(found) == pytest.approx(flat(reference), abs=1e-12), battle.document


def test_the_battles_leave_no_affliction_and_no_power_out() -> None:
    text = str(files())
    assert [word for word in (*AFFLICTIONS, *ABILITIES) if f"'{word}'" not in text] == []


@pytest.mark.parametrize("path", battle_files("warlords"), ids=lambda p: p.stem)
def test_a_gauge_is_that_of_the_reference(path: Path) -> None:
    recording = engine.load_recording(recording_of(path).read_bytes())
    reference = [chances(state).a for state in engine.replay(recording)]
    engine.warm("warlords")
    assert engine.win_curve(recording) == pytest.approx(reference, abs=1e-12)


def test_matchups_are_the_odds_of_every_pair() -> None:
    draw = Draw(9)
    pool = [[draw.unit() for _ in range(3)] for _ in range(6)]
    battles = [engine.read(battle_file(stack, stack)) for stack in pool]
    wins = kernels.table(battles[:4], battles[3:])
    assert wins.shape == (4, 3)
    for (i, j), chance in np.ndenumerate(wins):
        reference = engine.odds_by_rules(engine.read(battle_file(pool[i], pool[3 + j])))
        assert chance == pytest.approx(reference.a, abs=1e-12)


def test_8_against_32_in_a_city_agree() -> None:
    draw = Draw(3)
    stacks = [[draw.unit() for _ in range(size)] for size in (8, 32)]
    battle = engine.read(battle_file(*stacks, city="citadel"))
    (found,) = kernels.odds([battle])
    assert flat(found) == pytest.approx(flat(engine.odds_by_rules(battle)), abs=1e-12)


def test_odds_are_the_kernels_once_it_is_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    """For these the rules take a second, and the kernel a millisecond."""
    engine.warm("warlords")
    a, b = (
        [unit(15 - n, 16 + n, lightning=4 + gap, acid=7 + gap, missile=6 + gap) for n in range(5)]
        for gap in (0, 2)
    )
    battle = engine.read(battle_file(a, b))
    recording = engine.play(battle, seed=1)
    with engine.Budget(1_000):
        odds, worth, luck = engine.odds(battle), engine.ablation(battle), engine.luck(recording)
    with engine.Budget(1_000), pytest.raises(engine.SpentError):
        engine.odds_by_rules(battle)
    monkeypatch.setattr(loading, "_loaded", {})
    by_rules = engine.odds(battle)
    assert by_rules == engine.odds_by_rules(battle)
    assert flat(odds) == pytest.approx(flat(by_rules), abs=1e-12)
    found = engine.luck(recording)
    assert luck
    assert found
    assert astuple(luck.a) == pytest.approx(astuple(found.a))
    assert {row.id for row in worth} >= {"acid", "lightning"}


def test_the_cache_of_melees_stays_small() -> None:
    row = _duel(0.5, HITS_MOST, HITS_MOST, 1, 1, 0.1, 0.1)
    size = sys.getsizeof(row) + sum(sys.getsizeof(end) + sys.getsizeof(end[2]) for end in row)
    assert size * _duel.cache_parameters()["maxsize"] < 40_000_000
