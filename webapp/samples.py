"""Sample armies and battles of each ruleset: data in samples/<ruleset>.json."""

import functools
from typing import Any, Final

import msgspec

import engine
from webapp import battles
from webapp.config import PACKAGE

FOLDER: Final = PACKAGE / "samples"


class SampleArmy(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An army that visitors may field; `text` says in a line what it is good at."""

    id: str
    text: str
    ap_limit: int
    army: dict[str, Any]


class SampleBattle(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A battle between two sample armies, or armies of its own, under a fixed seed."""

    id: str
    title: str
    text: str
    seed: int
    a: str
    b: str
    name_a: str = ""
    name_b: str = ""
    first: str | None = None


class Samples(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All samples of one ruleset."""

    armies: tuple[SampleArmy, ...]
    battles: tuple[SampleBattle, ...]

    def army(self, id_: str) -> SampleArmy:
        """The army with this id. Raises KeyError."""
        return {army.id: army for army in self.armies}[id_]

    def battle(self, id_: str) -> SampleBattle:
        """The battle with this id. Raises KeyError."""
        return {battle.id: battle for battle in self.battles}[id_]


@functools.cache
def of(ruleset: str) -> Samples:
    """The samples of a ruleset; none if it has no file."""
    path = FOLDER / f"{ruleset}.json"
    return msgspec.json.decode(path.read_bytes(), type=Samples)


def page_id(ruleset: str, sample: SampleBattle) -> str:
    """The id under which a sample battle can always be watched."""
    return battles.fixed_id(f"{ruleset}/{sample.id}")


def battle_file(ruleset: str, sample: SampleBattle) -> dict[str, Any]:
    """The battle file of a sample battle, with its seed."""
    all_ = of(ruleset)
    a, b = all_.army(sample.a), all_.army(sample.b)
    return {
        "ruleset": ruleset,
        "seed": sample.seed,
        "ap_limit": max(a.ap_limit, b.ap_limit),
        "options": {} if sample.first is None else {"first": sample.first},
        "sides": [
            {"name": sample.name_a, "army": a.army},
            {"name": sample.name_b, "army": b.army},
        ],
    }


def store() -> None:
    """Stores every sample battle under its fixed id, over since 1970; again is harmless."""
    for ruleset in engine.rulesets():
        for sample in of(ruleset).battles:
            recording = engine.play(battle_file(ruleset, sample))
            id_ = page_id(ruleset, sample)
            airing = battles.Airing(starts_at_ms=0, title=sample.title, sample=True, id=id_)
            battles.put_on_air(recording, airing)
