"""Figures of a stack: the engine's cards and sums of strength."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from engine.rulesets.warlords.army import CITY_STACK_MOST, LEVEL_MOST, STACK_MOST, points_cost
from engine.rulesets.warlords.catalog import AFFLICTIONS, BONUSES, CATALOG, SLAYERS
from engine.rulesets.warlords.events import (
    ArmySnapshot,
    Condition,
    FieldSnapshot,
    UnitSnapshot,
    total,
)
from engine.rulesets.warlords.stack import (
    UNIT_MOST,
    Stack,
    brackets,
    hits_parts,
    percent,
    side_bonus,
    side_total,
    strength_parts,
)
from engine.rulesets.warlords.state import NO_ARMY
from webapp.base import texts
from webapp.base.builder import (
    CUSTOM_ICON,
    ArmyContext,
    ArmyFigures,
    Figures,
    Meter,
    Stat,
    parts_of,
)
from webapp.base.figures import picture
from webapp.games.warlords.words import capped_text, thing_names, word_name
from webapp.words.units import unit_names

CONDITIONS: Final = ("flying", "blessed", "poisoned", "diseased", "paralysed", "cursed")


def figures(context: ArmyContext) -> ArmyFigures:
    """Return each unit's strength, hits and powers, and the shared bonuses, without dice."""
    army: ArmySnapshot = context.army
    field: FieldSnapshot = context.setup.field
    enemy: ArmySnapshot = context.enemy or NO_ARMY
    called = thing_names() | unit_names(army.stack)
    heroes = sum(card.hero for card in army.stack)
    most = CITY_STACK_MOST if field.city and context.side == "b" else STACK_MOST
    limit = context.limits.get("heroes")
    return ArmyFigures(
        cost=None,
        limit=None,
        meters=(
            Meter("units", len(army.stack), min(most, context.limits.get("units", most))),
            Meter("hero" if heroes == 1 and limit is None else "heroes", heroes, limit),
        ),
        units=tuple(_unit(card, army, enemy, field, called) for card in army.stack),
        bonuses=tuple(_bonuses(army, enemy, called)),
    )


def emptied(army: ArmySnapshot) -> ArmySnapshot:
    return Stack(()).snapshot(army.name, army.army, None)


def _unit(
    card: UnitSnapshot,
    army: ArmySnapshot,
    enemy: ArmySnapshot,
    field: FieldSnapshot,
    called: Mapping[str, str],
) -> Figures:
    condition = Condition.initial(card)
    bonus = side_bonus(brackets(army, enemy))
    strength = strength_parts(card, condition, field, bonus)
    hits = hits_parts(card.hits_parts, condition, enemy.life_drain)
    stats = [
        Stat("Strength", total(strength), parts_of(strength, called)),
        Stat("Hits", total(hits), parts_of(hits, called)),
    ]
    stats += [Stat("Medals", card.medals)] if card.medals else []
    notes = (capped_text(card.strength),) if card.strength > UNIT_MOST else ()
    stats += [
        Stat(word_name(word), card.power(word), parts_of(parts, called))
        for word, parts in card.powers.items()
    ]
    return Figures(
        id=card.id,
        name=card.name,
        icon=picture("warlords", card.unit, card.icon) or CUSTOM_ICON,
        stats=tuple(stats),
        tags=(*(word for word in CONDITIONS if getattr(card, word)), *card.race),
        notes=notes,
    )


def _bonuses(army: ArmySnapshot, enemy: ArmySnapshot, called: Mapping[str, str]) -> Iterator[Stat]:
    yield Stat("Side bonus", side_bonus(brackets(army, enemy)))
    for word in BONUSES:
        if parts := army.totals[word]:
            yield Stat(word_name(word), side_total(army, word), parts_of(parts, called))
    for word in AFFLICTIONS:
        if parts := army.afflictions[word]:
            yield Stat(
                word_name(word), texts.percent(percent(army, word) / 100), parts_of(parts, called)
            )
    for word in SLAYERS:
        if parts := army.slayers[word]:
            yield Stat(word_name(word), total(parts), parts_of(parts, called))
    if army.group_warding:
        yield Stat("Group warding", army.group_warding)
    if army.life_drain:
        yield Stat("Life Drain", army.life_drain)


def hero_points(row: Mapping[str, Any]) -> tuple[int, int] | None:
    """Return a hero's spent and total ability points, or None; unbuyable things cost nothing."""
    hero = CATALOG.heroes.get(row["hero"]) if isinstance(row.get("hero"), str) else None
    if hero is None:
        return None
    level, buys, spells = row.get("level", 1), row.get("buys"), row.get("spells")
    if not isinstance(level, int) or not 1 <= level <= LEVEL_MOST:
        return None
    bought = buys.items() if isinstance(buys, Mapping) else ()
    known = {*hero.buy, *hero.special_buy}
    counted = {word: n for word, n in bought if word in known and isinstance(n, int)}
    learned = [id_ for id_ in hero.spells if isinstance(spells, list) and id_ in spells]
    return points_cost(hero, counted, learned), hero.points(level)
