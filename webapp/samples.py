"""Sample armies and battles of each ruleset: data in samples/<ruleset>.json."""

import functools
from typing import Any, Final

import msgspec

import engine
from webapp import battles
from webapp.house import PACKAGE

FOLDER: Final = PACKAGE / "samples"


class SampleArmy(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An army that visitors may field; `text` says in a line what it is good at."""

    id: str
    text: str
    ap_limit: int
    army: dict[str, Any]


class SampleBattle(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A battle between two sample armies, `a` and `b`, under a fixed seed."""

    id: str
    title: str
    text: str
    seed: int
    a: str
    b: str
    name_a: str
    name_b: str


class Samples(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All samples of one ruleset, by id."""

    ruleset: str
    armies: dict[str, SampleArmy]
    battles: dict[str, SampleBattle]

    def battle_file(self, battle: SampleBattle) -> dict[str, Any]:
        """The battle file of a sample battle, with its seed."""
        a, b = self.armies[battle.a], self.armies[battle.b]
        return {
            "ruleset": self.ruleset,
            "seed": battle.seed,
            "ap_limit": max(a.ap_limit, b.ap_limit),
            "sides": [
                {"name": battle.name_a, "army": a.army},
                {"name": battle.name_b, "army": b.army},
            ],
        }

    def page_id(self, battle: SampleBattle) -> str:
        """The id under which a sample battle can always be watched."""
        return battles.fixed_id(f"{self.ruleset}/{battle.id}")

    def card(self, army_id: str) -> Any:
        """What an army shows of itself before a battle: its AP, its units and their icons."""
        return _card(self.ruleset, army_id)


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    armies: tuple[SampleArmy, ...]
    battles: tuple[SampleBattle, ...]


@functools.cache
def of(ruleset: str) -> Samples:
    """The samples of a ruleset."""
    file = msgspec.json.decode((FOLDER / f"{ruleset}.json").read_bytes(), type=_File)
    return Samples(
        ruleset,
        armies={army.id: army for army in file.armies},
        battles={battle.id: battle for battle in file.battles},
    )


@functools.cache
def _card(ruleset: str, army_id: str) -> Any:
    side = {"army": of(ruleset).armies[army_id].army}
    return engine.read({"ruleset": ruleset, "sides": [side, side]}).setup.a


def store() -> None:
    """Stores every sample battle under its fixed id, over since 1970; again is harmless."""
    for samples in map(of, engine.rulesets()):
        for sample in samples.battles.values():
            recording = engine.play(samples.battle_file(sample))
            airing = battles.Airing(
                starts_at_ms=0, title=sample.title, sample=True, id=samples.page_id(sample)
            )
            battles.put_on_air(recording, airing)
