"""Warlords in words. Strength, hits and shots are the values after the change."""

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any, Final

from engine import Battle, BattleEnded, Event
from engine.core.events import DiceRolled
from engine.rulesets.warlords import events as e
from engine.rulesets.warlords.cards import ArmyCard, UnitCard
from engine.rulesets.warlords.entries import CATALOG
from engine.rulesets.warlords.parts import Part, Roll
from webapp.words.telling import Cast, Words
from webapp.words.warlords_catalog import lay_out

OWN_THINGS: Final = {
    "base": "base",
    "strength": "bought strength",
    "hits": "bought hits",
    "own": "own",
    "blessing": "blessing",
    "cap": "limit",
    "side-bonus": "side bonus",
    "banding": "banding",
    "life-drain": "Life Drain",
    "city": "city",
}
AFFLICTED: Final = {
    "curse": "cursed",
    "poison": "poisoned",
    "disease": "diseased",
    "paralysis": "paralysed",
}
SPARED: Final = {
    "roll": "its roll saves it",
    "own": "a power of its own makes it immune",
    "blessed": "its blessing protects it",
    "already": "it has it already",
    "nothing": "it has nothing to lose",
}


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
    things = dict(OWN_THINGS)
    for rows in (CATALOG.abilities, CATALOG.terrains, CATALOG.items, CATALOG.cities):
        things.update((id_, row.name) for id_, row in rows.items())
    things.update((id_, row.name) for id_, row in CATALOG.spells.items())
    return Cast(sides, units, things | units)


def _dice_rolled(_cast: Cast, event: DiceRolled) -> str:
    shown = ", ".join(map(str, event.results))
    return f"  {event.purpose}: {shown} on {event.sides}, {event.needed} or less succeeds"


def _battle_started(cast: Cast, event: e.BattleStarted) -> str:
    ground = [cast.things[word] for word in event.field.terrain]
    if event.field.city:
        ground.append(cast.things[event.field.city])
    place = f"{', '.join(ground)}; a die of {event.field.die}"
    blocks = [_army(cast, side, army) for side, army in (("a", event.a), ("b", event.b))]
    return "\n".join([place, *blocks])


def _army(cast: Cast, side: str, army: ArmyCard) -> str:
    title = ", ".join(filter(None, (cast.sides[side], army.army)))
    return title + "".join(f"\n  {_unit(cast, card)}" for card in army.stack)


def _unit(cast: Cast, card: UnitCard) -> str:
    extra = [f"level {card.level}"] if card.level else []
    extra += ["flying"] if card.flying else []
    extra += ["blessed"] if card.blessed else []
    extra += [f"medals {card.medals}"] if card.medals else []
    flags = {"poison": card.poisoned, "disease": card.diseased, "paralysis": card.paralysed}
    extra += [AFFLICTED[affliction] for affliction, has_it in flags.items() if has_it]
    extra += [f"{cast.things[id_]} {n}" for id_, n in card.abilities.items()]
    extra += [f"with {cast.things[id_]}" for id_ in (*card.spells, *card.items)]
    told = f"{card.id} {card.name}: strength {card.strength}, hits {card.hits}"
    return ", ".join([told, *extra])


def _sum(cast: Cast, parts: tuple[Part, ...]) -> str:
    return ", ".join(f"{part.amount:+} {cast.things[part.source]}" for part in parts)


def _affliction_spread(cast: Cast, event: e.AfflictionSpread) -> str:
    what = cast.things[event.affliction]
    return f"{what} of {cast.sides[event.side]}: {event.percent} % ({_sum(cast, event.parts)})"


def _unit_afflicted(cast: Cast, event: e.UnitAfflicted) -> str:
    left = f"strength {event.strength}, hits {event.hits}"
    return f"{cast.units[event.unit]} is {AFFLICTED[event.affliction]}: {left}"


def _unit_spared(cast: Cast, event: e.UnitSpared) -> str:
    what = cast.things[event.affliction]
    return f"{cast.units[event.unit]} is spared by {what}: {SPARED[event.reason]}"


def _stack_readied(cast: Cast, event: e.StackReadied) -> str:
    told = [
        f"{cast.things[row.own]} {row.own_total} - {cast.things[row.against]} "
        f"{row.against_total} = {row.amount:+}"
        for row in event.brackets
    ]
    title = f"Side bonus of {cast.sides[event.side]}: {event.bonus:+} ({', '.join(told)})"
    rows = [
        f"\n  {cast.units[unit.id]}: strength {unit.strength} ({_sum(cast, unit.strength_parts)})"
        f", hits {unit.hits}{', immune to missiles' if unit.immune else ''}"
        for unit in event.units
    ]
    return title + "".join(rows)


def _pairing_started(cast: Cast, event: e.PairingStarted) -> str:
    return f"Pairing {event.pairing}: {cast.units[event.a]} against {cast.units[event.b]}"


def _chance_weighed(cast: Cast, event: e.ChanceWeighed) -> str:
    who = f"{cast.units[event.attacker]}: {cast.things[event.power]} {event.total}"
    offset = f" - {event.offset} of the enemy" if event.offset else ""
    warding = f" - {event.warding} warding" if event.warding else ""
    return f"{who}{offset}{warding}: {event.percent} %"


def _attempt_failed(cast: Cast, event: e.AttemptFailed) -> str:
    return f"{cast.things[event.power]} fails against {cast.units[event.target]}"


def _acid_hit(cast: Cast, event: e.AcidHit) -> str:
    return f"Acid eats {event.amount} of {cast.units[event.target]}: strength {event.strength}"


def _lightning_hit(cast: Cast, event: e.LightningHit) -> str:
    struck = f"Lightning takes {event.amount} from {cast.units[event.target]}"
    return f"{struck}: hits {event.hits}"


def _unit_assassinated(cast: Cast, event: e.UnitAssassinated) -> str:
    return f"{cast.units[event.attacker]} assassinates {cast.units[event.target]}"


def _missiles_cancelled(cast: Cast, event: e.MissilesCancelled) -> str:
    left = f"{cast.units[event.a]} has {event.a_shots}, {cast.units[event.b]} {event.b_shots}"
    return f"{event.amount} shots of each side cancel each other: {left}"


def _missiles_shrugged(cast: Cast, event: e.MissilesShrugged) -> str:
    return f"{cast.units[event.target]} shrugs off all {event.amount} shots"


def _roll(roll: Roll) -> str:
    if not roll.dice:
        return f"{roll.needed} cannot fail"
    shown = " and ".join(f"{die.result} on {die.sides}" for die in roll.dice)
    return f"{shown} for {roll.needed}"


def _shot_fired(cast: Cast, event: e.ShotFired) -> str:
    end = "dead" if event.kills else "missed"
    rolls = f"{_roll(event.aim)}, against {_roll(event.cover)}"
    who = f"{cast.units[event.attacker]} shoots at {cast.units[event.target]}"
    return f"{who}: {rolls}: {end}, {event.shots} left"


def _melee_rolled(cast: Cast, event: e.MeleeRolled) -> str:
    rolls = f"{_roll(event.a)}, against {_roll(event.b)}"
    end = f"{cast.units[event.struck]} is hit" if event.struck else "no hit"
    return f"Round {event.round}: {rolls}: {end}"


def _unit_struck(cast: Cast, event: e.UnitStruck) -> str:
    trampled = f", {event.trample} of them by trampling" if event.trample else ""
    return f"{cast.units[event.target]} loses {event.amount}{trampled}: hits {event.hits}"


def _unit_slain(cast: Cast, event: e.UnitSlain) -> str:
    what = cast.things[event.slayer]
    return f"{what}: {cast.units[event.attacker]} slays {cast.units[event.target]}"


def _unit_defeated(cast: Cast, event: e.UnitDefeated) -> str:
    return f"{cast.units[event.unit]} is defeated"


def _battle_ended(cast: Cast, event: BattleEnded) -> str:
    rounds = f"after {event.rounds} round{'' if event.rounds == 1 else 's'} of melee"
    title = f"{cast.sides[event.winner or 'a']} wins {rounds}"
    left = [
        f"\n  {cast.units[str(row['id'])]}: strength {row['strength']}, hits {row['hits']}"
        + (", paralysed" if "paralysed" in row else "")
        for rows in event.survivors.values()
        for row in rows
    ]
    return title + "".join(left)


def name_exact(_battle: Battle) -> str:
    """What exact odds of this battle rest on."""
    return "exact: every way in which the dice can fall, summed up pairing by pairing"


TOLD: Final[Mapping[type[Event], Callable[[Cast, Any], str]]] = {
    DiceRolled: _dice_rolled,
    BattleEnded: _battle_ended,
    e.BattleStarted: _battle_started,
    e.AfflictionSpread: _affliction_spread,
    e.UnitAfflicted: _unit_afflicted,
    e.UnitSpared: _unit_spared,
    e.StackReadied: _stack_readied,
    e.PairingStarted: _pairing_started,
    e.ChanceWeighed: _chance_weighed,
    e.AttemptFailed: _attempt_failed,
    e.AcidHit: _acid_hit,
    e.LightningHit: _lightning_hit,
    e.UnitAssassinated: _unit_assassinated,
    e.MissilesCancelled: _missiles_cancelled,
    e.MissilesShrugged: _missiles_shrugged,
    e.ShotFired: _shot_fired,
    e.MeleeRolled: _melee_rolled,
    e.UnitStruck: _unit_struck,
    e.UnitSlain: _unit_slain,
    e.UnitDefeated: _unit_defeated,
}

WORDS: Final[Words[e.BattleStarted]] = Words(
    cast=name_everybody,
    told=TOLD,
    headings=frozenset(
        {e.BattleStarted, e.AfflictionSpread, e.StackReadied, e.PairingStarted, BattleEnded}
    ),
    exact=name_exact,
    sheets=lay_out,
)
