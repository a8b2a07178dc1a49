"""Warlords on the command line: who takes part, the stacks, bonuses, dice, who is left."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, Final

from engine import Battle, BattleEnded
from engine.rulesets.warlords import events as e
from engine.rulesets.warlords.cards import ArmyCard, UnitCard
from engine.rulesets.warlords.entries import CATALOG
from engine.rulesets.warlords.parts import Part, Roll
from webapp.words import templates
from webapp.words.telling import Words
from webapp.words.templates import Cast
from webapp.words.warlords_catalog import lay_out

NAMED: Final[tuple[Mapping[str, Any], ...]] = (
    *(CATALOG.abilities, CATALOG.terrains, CATALOG.cities),
    *(CATALOG.items, CATALOG.spells),
)


def name_everybody(started: e.BattleStarted) -> Cast:
    """Sides by their name or letter; units as `Trolls (Ann)`, with the id where two are alike."""
    armies = {"a": started.a, "b": started.b}
    sides = {id_: army.name or id_ for id_, army in armies.items()}
    if sides["a"] == sides["b"]:
        sides = {id_: f"{name} {id_}" for id_, name in sides.items()}
    units = {}
    for army in armies.values():
        alike = Counter(card.name for card in army.stack)
        for card in army.stack:
            name = card.name if alike[card.name] == 1 else f"{card.name} {card.id}"
            units[card.id] = f"{name} ({sides[card.side]})"
    things = {id_: row.name for rows in NAMED for id_, row in rows.items()}
    return Cast(sides, units, things | templates.of("warlords").things | units)


def list_armies(cast: Cast, event: e.BattleStarted) -> Iterator[str]:
    """The ground, and each stack with its units."""
    ground = [cast.things[word] for word in event.field.terrain]
    if event.field.city:
        ground.append(cast.things[event.field.city])
    yield f"{', '.join(ground)}; a die of {event.field.die}"
    for side, army in (("a", event.a), ("b", event.b)):
        yield from _army(cast, side, army)


def _army(cast: Cast, side: str, army: ArmyCard) -> Iterator[str]:
    yield ", ".join(filter(None, (cast.sides[side], army.army)))
    for card in army.stack:
        yield f"  {_unit(cast, card)}"


def _unit(cast: Cast, card: UnitCard) -> str:
    flags = {
        "flying": card.flying,
        "blessed": card.blessed,
        "poisoned": card.poisoned,
        "diseased": card.diseased,
        "paralysed": card.paralysed,
    }
    extra = [f"level {card.level}"] if card.level else []
    extra += [flag for flag, is_set in flags.items() if is_set]
    extra += [f"medals {card.medals}"] if card.medals else []
    extra += [f"{cast.things[id_]} {points}" for id_, points in card.abilities.items()]
    extra += [f"with {cast.things[id_]}" for id_ in (*card.spells, *card.items)]
    return ", ".join([f"{card.id} {card.name}: strength {card.strength}, hits {card.hits}", *extra])


def list_strengths(cast: Cast, event: e.StackReadied) -> Iterator[str]:
    """The brackets of the bonus, and what every unit's strength is made of."""
    for row in event.brackets:
        own, against = cast.things[row.own], cast.things[row.against]
        yield f"  {own} {row.own_total} - {against} {row.against_total}: {row.amount:+}"
    for unit in event.units:
        immune = ", immune to missiles" if unit.immune else ""
        made_of = _sum(cast, unit.strength_parts)
        name = cast.units[unit.id]
        yield f"  {name}: strength {unit.strength} ({made_of}), hits {unit.hits}{immune}"


def _sum(cast: Cast, parts: tuple[Part, ...]) -> str:
    return ", ".join(f"{part.amount:+} {cast.things[part.source]}" for part in parts)


def list_melee_dice(cast: Cast, event: e.MeleeRolled) -> Iterator[str]:
    """Both rolls of a round, die by die."""
    yield from (f"    {_roll(cast, roll)}" for roll in (event.a, event.b))


def list_shot_dice(cast: Cast, event: e.ShotFired) -> Iterator[str]:
    """The shooter's roll and the target's."""
    yield from (f"    {_roll(cast, roll)}" for roll in (event.aim, event.cover))


def _roll(cast: Cast, roll: Roll) -> str:
    name = cast.units[roll.unit]
    if not roll.dice:
        return f"{name} with {roll.needed} cannot fail"
    shown = " and ".join(f"{die.result} of {die.sides}" for die in roll.dice)
    return f"{name} rolls {shown}, needs {roll.needed}: {'yes' if roll.succeeded else 'no'}"


def list_survivors(cast: Cast, event: BattleEnded) -> Iterator[str]:
    """Who is left, with strength and hits, and who will not move for a while."""
    for rows in event.survivors.values():
        for row in rows:
            paralysed = ", paralysed" if "paralysed" in row else ""
            name = cast.units[str(row["id"])]
            yield f"  {name}: strength {row['strength']}, hits {row['hits']}{paralysed}"


def name_exact(_battle: Battle) -> str:
    """What exact odds of this battle rest on."""
    return "exact: every way in which the dice can fall, summed up pairing by pairing"


WORDS: Final[Words[e.BattleStarted]] = Words(
    cast=name_everybody,
    details={
        e.BattleStarted: list_armies,
        e.StackReadied: list_strengths,
        e.MeleeRolled: list_melee_dice,
        e.ShotFired: list_shot_dice,
        BattleEnded: list_survivors,
    },
    exact=name_exact,
    sheets=lay_out,
)
