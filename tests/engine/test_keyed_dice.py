"""A unit that moves, dies or is left out leaves everybody else's dice as they were (D-028)."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import Any

import pytest

import engine
from engine.core.battle import run
from engine.core.rng import Seeded
from tests.golden.files import battle_files
from tests.repo.files import ROOT
from tests.stacks import Row, battle_file, unit

SEEDS = range(8)
Rolls = dict[tuple[str, str], list[int]]

PAGE = (ROOT / "engine" / "BATTLEFILE.md").read_text("utf-8")
VOCABULARY = {
    id_: {
        word
        for line in re.findall(rf"(?m)^\| {id_} \| (.+) \| .+ \|$", PAGE)
        for word in re.findall(r"`(.+?)`", line)
    }
    for id_ in engine.rulesets()
}


class Listening(Seeded):
    """Dice that play, and tell what they were asked for."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.asked: Counter[tuple[str, str]] = Counter()

    def below(self, n: int, what_for: str, who: str, /) -> int:
        self.asked[what_for, who] += 1
        return super().below(n, what_for, who)


@pytest.mark.parametrize("path", battle_files(), ids=lambda path: path.stem)
def test_rolls_are_for_what_is_written_down(path: Any) -> None:
    battle = engine.read(path.read_bytes())
    dice = Listening(battle.seed or 0)
    assert list(run(battle.ruleset, battle.setup, dice))
    assert {what_for for what_for, _ in dice.asked} <= VOCABULARY[battle.ruleset.id]


def rolls_of(file: Row, seed: int) -> Rolls:
    """What every unit rolled for each thing, by its side and name, as the events tell it."""
    events: Any = engine.play(file, seed).events
    name = {
        card.id: f"{card.side} {card.name}"
        for army in (events[0].a, events[0].b)
        for card in army.stack
    }
    found: Rolls = defaultdict(list)
    for event in events:
        match event.__struct_config__.tag:
            case "dice_rolled":
                found[name[event.unit], event.purpose] += event.results
            case "shot_fired":
                for what_for, roll in (("missile", event.aim), ("cover", event.cover)):
                    found[name[roll.unit], what_for] += [die.result for die in roll.dice]
            case "melee_rolled":
                for roll in (event.a, event.b):
                    for what_for, die in zip(("melee", "medal"), roll.dice, strict=False):
                        found[name[roll.unit], what_for].append(die.result)
    return found


A = [
    unit(5, 3, name="Slime", acid=6, curse=4, dragonslayer=5),
    unit(6, 2, name="Storm", lightning=7, flying=True, medals=2),
    unit(4, 3, name="Knife", assassin=5, poison=5),
    unit(5, 2, name="Bow", missile=6, race=["human"]),
    unit(5, 3, name="Plague", disease=6, paralysis=3, blessed=True),
]
B = [
    unit(6, 3, name="Wyrm", race=["dragon"], flying=True),
    unit(5, 2, name="Archer", missile=4, medals=1),
    unit(6, 3, name="Cloud", lightning=6, manslayer=4),
    unit(5, 3, name="Spider", poison=5, acid=5, blessed=True),
    unit(6, 2, name="Thief", assassin=6, curse=6),
]


def variants() -> Iterator[tuple[list[Row], list[Row]]]:
    """The armies with units that changed places, are missing, or die at the first blow."""
    yield A[::-1], B
    yield A, B[::-1]
    yield [A[2], A[4], A[0], A[3], A[1]], [B[4], B[0], B[2], B[1], B[3]]
    for place in range(len(A)):
        yield A[:place] + A[place + 1 :], B
        yield A, B[:place] + B[place + 1 :]
        weak = A[place]["custom"] | {"strength": 1, "hits": 1}
        yield [*A[:place], A[place] | {"custom": weak}, *A[place + 1 :]], B


def same(one: Rolls, two: Rolls) -> Counter[str]:
    """How many rolls both battles have of everything; fails if one of these differs."""
    compared: Counter[str] = Counter()
    for (name, what_for), rolls in one.items():
        other = two.get((name, what_for), [])
        both = min(len(rolls), len(other))
        assert rolls[:both] == other[:both], (name, what_for)
        compared[what_for] += both
    return compared


def test_whatever_becomes_of_a_unit_all_others_roll_as_before() -> None:
    compared: Counter[str] = Counter()
    for seed in SEEDS:
        before = rolls_of(battle_file(A, B), seed)
        for a, b in variants():
            compared += same(before, rolls_of(battle_file(a, b), seed))
    # Words of the slayers: only these two have a victim here.
    slayers = {word for word in VOCABULARY["warlords"] if word.endswith("slayer")}
    rolled = VOCABULARY["warlords"] - slayers | {"dragonslayer", "manslayer"}
    assert {word for word, times in compared.items() if times > 20} == rolled
