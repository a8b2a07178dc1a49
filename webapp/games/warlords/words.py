"""Warlords on the command line: who takes part, the ground, the stacks, who is left."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Final

from engine import Battle, BattleEnded
from engine.rulesets.warlords import events as e
from engine.rulesets.warlords.catalog import CATALOG
from engine.rulesets.warlords.parts import Part
from engine.rulesets.warlords.snapshot import ArmySnapshot, UnitSnapshot
from webapp.base.wording import Cast, Wording
from webapp.games.warlords.catalog_sheets import NOTE, lay_out
from webapp.words import templates

CONDITIONS: Final = ("flying", "blessed", "poisoned", "diseased", "paralysed")


def name_everybody(started: e.BattleStarted) -> Cast:
    """Sides by their name or letter; units as `Trolls (Ann)`, with the id where two are alike."""
    armies = {"a": (started.a.name, started.a.stack), "b": (started.b.name, started.b.stack)}
    cast = templates.name_everybody(armies, _things())
    # A unit of a stack may be what adds to a value.
    return replace(cast, things={**cast.things, **cast.units})


def _things() -> dict[str, str]:
    """Names of all that adds to a value; the words of the rules go before the catalog's."""
    shelves = (
        *(CATALOG.cities, CATALOG.terrains, CATALOG.heroes, CATALOG.units),
        *(CATALOG.items, CATALOG.spells, CATALOG.abilities),
    )
    things = {id_: row.name for shelf in shelves for id_, row in shelf.items()}
    return things | templates.of("warlords").things


def list_armies(cast: Cast, event: e.BattleStarted) -> Iterator[str]:
    """The ground between them, then each stack with its units."""
    field = event.field
    ground = [cast.things[word] for word in (*field.terrain, field.city) if word]
    yield f"{', '.join(ground)}; the die has {field.die} sides"
    for side, army in (("a", event.a), ("b", event.b)):
        yield from _army(cast, side, army)


def _army(cast: Cast, side: str, army: ArmySnapshot) -> Iterator[str]:
    yield ", ".join(filter(None, (cast.sides[side], army.army)))
    for card in army.stack:
        yield f"  {_unit(cast, card)}"


def _unit(cast: Cast, card: UnitSnapshot) -> str:
    told = [f"{card.id} {card.name}: strength {card.strength}, hits {card.hits}"]
    told += [f"level {card.level}"] if card.level else []
    told += [word for word in CONDITIONS if getattr(card, word)]
    told += [f"medals {card.medals}"] if card.medals else []
    told += [f"{cast.things[id_]} {points}" for id_, points in card.abilities.items()]
    told += [f"casts {cast.things[id_]}" for id_ in card.spells]
    told += [f"with {cast.things[id_]}" for id_ in card.items]
    return ", ".join(told)


def list_sources(cast: Cast, event: e.AfflictionSpread) -> Iterator[str]:
    """What an affliction comes from."""
    yield f"  points: {_sum(cast, event.parts)}"


def list_values(cast: Cast, event: e.StackReadied) -> Iterator[str]:
    """Each unit's strength and hits, with what they are made of."""
    for unit in event.units:
        strength = f"strength {unit.strength} ({_sum(cast, unit.strength_parts)})"
        hits = f"hits {unit.hits} ({_sum(cast, unit.hits_parts)})"
        immune = ", immune to missiles" if unit.immune else ""
        yield f"  {cast.units[unit.id]}: {strength}, {hits}{immune}"


def _sum(cast: Cast, parts: Iterable[Part]) -> str:
    return ", ".join(f"{part.amount:+} {cast.things[part.source]}" for part in parts)


def list_survivors(cast: Cast, event: BattleEnded) -> Iterator[str]:
    """Who is left, with strength and hits."""
    for rows in event.survivors.values():
        for row in rows:
            left = f"strength {row['strength']}, hits {row['hits']}"
            paralysed = ", paralysed" if "paralysed" in row else ""
            yield f"  {cast.units[str(row['id'])]}: {left}{paralysed}"


def name_exact(_battle: Battle) -> str:
    """What exact odds of this battle rest on."""
    return "exact: every way in which the dice can fall, summed up pairing by pairing"


WORDS: Final[Wording[e.BattleStarted]] = Wording(
    cast=name_everybody,
    details={
        e.BattleStarted: list_armies,
        e.AfflictionSpread: list_sources,
        e.StackReadied: list_values,
        BattleEnded: list_survivors,
    },
    exact=name_exact,
    sheets=lay_out,
    catalog_note=NOTE,
)
