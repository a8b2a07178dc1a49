"""Sample armies and battles of each ruleset: data in samples/<ruleset>.json."""

import functools
import json
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any, Final, Literal, NamedTuple, Protocol

import msgspec

import engine
from engine.rulesets.siege.army import Player
from engine.rulesets.siege.catalog import WORDS
from engine.rulesets.siege.snapshot import LETTERS, STATS, SideSnapshot
from webapp.base.paths import PACKAGE
from webapp.battles import store as battles

FOLDER: Final = PACKAGE / "games"
CARDS_KEPT: Final = 512
CARDS: Final[Mapping[str, Callable[[Any], "Card"]]] = {
    "manymarios": lambda army: Card(army.army, f"{army.ap} AP", army.lineup),
    "warlords": lambda army: Card(army.army, _count(len(army.stack)), army.stack),
    "siege": lambda army: _of_siege(army),
}
"""From the army of a setup, which every ruleset describes in its own way, to its card."""


DECIDED: Final[Mapping[str, dict[str, Any]]] = {"siege": {"orders": []}}
"""What a side of a battle file must have beside its army, for it to be read at all."""


class SampleArmy(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An army that visitors may field; `text` says in a line what it is good at.

    `ap_limit` is the cost that it keeps to, where its ruleset has one. A `garrison` is too large
    for the field: it defends a city, or it stays at home.
    """

    id: str
    text: str
    army: dict[str, Any]
    ap_limit: int | None = None
    garrison: bool = False


class SampleBattle(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A battle between two sample armies, `a` and `b`, under a fixed seed.

    `field` is the ground on which they meet, where its ruleset has one. `decided` is what else a
    side of the battle file has, where its ruleset lets a side decide: orders, a bot.
    """

    id: str
    title: str
    text: str
    seed: int
    a: str
    b: str
    name_a: str
    name_b: str
    field: dict[str, Any] | None = None
    decided: dict[Literal["a", "b"], dict[str, Any]] = {}

    @property
    def places(self) -> tuple[str, ...]:
        """Where they meet, in a word each."""
        field = self.field or {}
        return (*field.get("terrain", ()), *filter(None, [field.get("city")]))


class Face(Protocol):
    """A unit as a list of armies shows it."""

    @property
    def id(self) -> str:
        """Its side's letter and its place in the army."""
        ...

    @property
    def name(self) -> str:
        """What it is called."""
        ...

    @property
    def icon(self) -> str | None:
        """Name of its picture."""
        ...


class Blazon(NamedTuple):
    """A unit of the siege, by what it has most of."""

    id: str
    name: str
    icon: str | None


class Card(NamedTuple):
    """What an army shows of itself before a battle: its name, how large it is, its units."""

    name: str
    size: str
    units: Sequence[Face]


class Samples(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All samples of one ruleset, by id; `pair` are the two armies that new forms begin with."""

    ruleset: str
    armies: dict[str, SampleArmy]
    battles: dict[str, SampleBattle]
    pair: tuple[str, str] | None = None

    def first_pair(self) -> tuple[str, str]:
        """The two armies that a new form begins with: those that are named, or else the first."""
        if self.pair is not None:
            return self.pair
        ids = [army.id for army in self.armies.values() if not army.garrison]
        return (ids[0], ids[min(1, len(ids) - 1)]) if ids else ("", "")

    def battle_file(self, battle: SampleBattle) -> dict[str, Any]:
        """The battle file of a sample battle, with its seed."""
        a, b = self.armies[battle.a], self.armies[battle.b]
        file: dict[str, Any] = {"ruleset": self.ruleset, "seed": battle.seed}
        if a.ap_limit is not None and b.ap_limit is not None:
            file["ap_limit"] = max(a.ap_limit, b.ap_limit)
        if battle.field is not None:
            file["field"] = battle.field
        file["sides"] = [
            {"name": battle.name_a, "army": a.army, **battle.decided.get("a", {})},
            {"name": battle.name_b, "army": b.army, **battle.decided.get("b", {})},
        ]
        return file

    def page_id(self, battle: SampleBattle) -> str:
        """The id under which a sample battle can always be watched."""
        return battles.fixed_id(f"{self.ruleset}/{battle.id}")

    def card(self, army_id: str) -> Card:
        """What an army shows of itself before a battle."""
        return _card(self.ruleset, army_id)


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    armies: tuple[SampleArmy, ...]
    battles: tuple[SampleBattle, ...]
    pair: tuple[str, str] | None = None


@functools.cache
def of(ruleset: str) -> Samples:
    """The samples of a ruleset."""
    file = msgspec.json.decode((FOLDER / ruleset / "samples.json").read_bytes(), type=_File)
    return Samples(
        ruleset,
        armies={army.id: army for army in file.armies},
        battles={battle.id: battle for battle in file.battles},
        pair=file.pair,
    )


@functools.cache
def _card(ruleset: str, army_id: str) -> Card:
    card = card_of(ruleset, json.dumps(of(ruleset).armies[army_id].army))
    assert card is not None, army_id
    return card


def side_of(ruleset: str, army: Any) -> dict[str, Any]:
    """A side of a battle file that decides nothing: to see what becomes of an army."""
    return {"army": army, **DECIDED.get(ruleset, {})}


@functools.lru_cache(CARDS_KEPT)
def card_of(ruleset: str, document: str) -> Card | None:
    """What an army, JSON as in a battle file, shows of itself; None if no field would take it."""
    anybody = next(row for row in of(ruleset).armies.values() if not row.garrison)
    sides = [side_of(ruleset, army) for army in (anybody.army, json.loads(document))]
    for terms in ({}, {"field": {"city": "village"}}):
        with suppress(engine.InputError):
            battle = engine.read({"ruleset": ruleset, "sides": sides, **terms})
            return CARDS[ruleset](battle.setup.b)
    return None


def example(ruleset: str) -> str:
    """A battle file to begin with: the first sample battle, its dice still to be cast."""
    of_ruleset = of(ruleset)
    document = of_ruleset.battle_file(next(iter(of_ruleset.battles.values())))
    del document["seed"]
    return json.dumps(document, indent=2)


def store() -> None:
    """Stores every sample battle under its fixed id, over since 1970; again is harmless."""
    for samples in map(of, engine.rulesets()):
        for sample in samples.battles.values():
            recording = engine.play(samples.battle_file(sample))
            airing = battles.Airing(
                starts_at_ms=0, title=sample.title, sample=True, id=samples.page_id(sample)
            )
            battles.put_on_air(recording, airing)


def _count(units: int) -> str:
    return "1 unit" if units == 1 else f"{units} units"


def _of_siege(army: Player | SideSnapshot) -> Card:
    """The card of an allotment; in a match, where that is secret, of five letters."""
    if isinstance(army, SideSnapshot):
        units = [Blazon(unit.id, unit.name, None) for unit in army.units]
        return Card("", _count(len(units)), units)
    return Card(army.army, "30 points", _blazons(army.units))


def _blazons(units: Sequence[Sequence[int]]) -> list[Blazon]:
    """Each unit with its ATK, DEF and HP, and its picture."""
    return [
        Blazon(letter, f"{letter} {'/'.join(map(str, unit[:3]))}", picture(unit[:3]))
        for letter, unit in zip(LETTERS, units, strict=True)
    ]


def picture(values: Sequence[int]) -> str:
    """The picture of the most of a siege unit's ATK, DEF and HP."""
    stat = STATS[values.index(max(values))]
    return WORDS[stat].icon
