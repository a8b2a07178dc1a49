"""Events of Many Marios, and armies with the sources of every value.

AE and DE in events are the values after the change.
"""

from typing import Annotated, Final, Literal, TypeAlias

import msgspec

from engine.core.events import Event, SideId, events_of


class Part(msgspec.Struct, frozen=True, gc=False):
    """One contribution to a value."""

    source: Annotated[str, "`energy`, `own`, `base`, or the id of an ability, item or building"]
    amount: Annotated[int, "the points it adds"]


Parts: TypeAlias = tuple[Part, ...]


class UnitSnapshot(msgspec.Struct, frozen=True):
    """A unit as it enters the battle."""

    id: Annotated[str, "side letter and place in the army, from 1: `a1`"]
    side: Annotated[SideId, "the side it fights for"]
    unit: Annotated[str | None, "its catalog id, or null for a custom unit"]
    name: Annotated[str, "its name"]
    kind: Annotated[Literal["unit", "building_unit", "custom"], "unit, building_unit or custom"]
    origin: Annotated[
        Literal["source", "house", "custom"],
        "source of its numbers: source (the wiki), house (ours) or custom",
    ]
    icon: Annotated[str | None, "name of its icon, or null for a custom unit that chose none"]
    ap: Annotated[int, "Army Points, including what it carries"]
    ae: Annotated[int, "attack energy at the start"]
    de: Annotated[int, "defense energy at the start"]
    abilities: Annotated[tuple[str, ...], "ids of its abilities, also from equipment and items"]
    equipment: Annotated[tuple[str, ...], "ids of its equipment"]
    combat_items: Annotated[tuple[str, ...], "ids of its combat items"]
    ae_parts: Annotated[Parts, "contributions to its attack energy"]
    de_parts: Annotated[Parts, "contributions to its defense energy"]
    damage_parts: Annotated[Parts, "its flat damage bonuses; the AE cap ignores the last one first"]


class ArmySnapshot(msgspec.Struct, frozen=True):
    """One side's army as it enters the battle."""

    name: Annotated[str, "the side's name, or empty"]
    army: Annotated[str, "the army's name, or empty"]
    ap: Annotated[int, "its Army Points"]
    buildings: Annotated[tuple[str, ...], "ids of its combat buildings"]
    lineup: Annotated[tuple[UnitSnapshot, ...], "its units, the leader first"]


class Replaced(msgspec.Struct, frozen=True):
    """A replaced unit."""

    unit: Annotated[str, "id of the unit that leaves"]
    by: Annotated[UnitSnapshot, "the unit that takes its place, as it would enter the battle"]


class BattleStarted(Event):
    """A battle began. This event alone is enough to draw the stage."""

    ap_limit: Annotated[int | None, "maximum Army Points of an army, or null"]
    a: Annotated[ArmySnapshot, "the army of side a"]
    b: Annotated[ArmySnapshot, "the army of side b"]


class FirstSideChosen(Event):
    """The side that begins on the offense was chosen (M33)."""

    side: Annotated[SideId, "the side that begins"]


class RoundStarted(Event):
    """A round began and the sides took their roles (M1, M2)."""

    round: Annotated[int, "its number, from 1"]
    offense: Annotated[SideId, "the side on the offense; the other one is on the defense"]
    exhausted: Annotated[tuple[str, ...], "ids of the leaders exhausted at its start (M8)"]


class EffectIgnored(Event):
    """A unit lost one effect to the AE cap this round (M5, M6)."""

    unit: Annotated[str, "id of the unit; `source` names the effect"]
    amount: Annotated[int, "the damage lost"]


class UnitStruck(Event):
    """A leader struck the other leader (M3, M4)."""

    attacker: Annotated[str, "id of the leader that strikes"]
    target: Annotated[str, "id of the leader that is struck"]
    amount: Annotated[int, "the damage"]
    ae: Annotated[int, "the attacker's AE now"]
    de: Annotated[int, "the target's DE now"]
    parts: Annotated[Parts, "contributions to the damage"]


class ShotFired(Event):
    """A ballistic unit fired over its lineup at the enemy leader; rotation moves on (M20, M21)."""

    attacker: Annotated[str, "id of the shooter; the search for the next one starts behind it"]
    target: Annotated[str, "id of the enemy leader"]
    amount: Annotated[int, "the damage, 1"]
    ae: Annotated[int, "the shooter's AE now"]
    de: Annotated[int, "the target's DE now"]


class UnitLaunched(Event):
    """A Cannon Pipe launched the unit behind it at the enemy leader (M23)."""

    pipe: Annotated[str, "id of the Cannon Pipe"]
    attacker: Annotated[str, "id of the launched unit"]
    target: Annotated[str, "id of the enemy leader"]
    amount: Annotated[int, "the damage, 2"]
    ae: Annotated[int, "the launched unit's AE now"]
    de: Annotated[int, "the target's DE now"]


class BombDropped(Event):
    """A unit behind an Air Strike leader bombed the enemy at the matching place (M26)."""

    leader: Annotated[str, "id of the leader with Air Strike"]
    attacker: Annotated[str, "id of the striker"]
    target: Annotated[str, "id of the unit hit"]
    amount: Annotated[int, "the damage, 1"]
    ae: Annotated[int, "the striker's AE now"]
    de: Annotated[int, "the target's DE now"]


class BombNegated(Event):
    """A bomb had no effect and no cost: the target is a Cannon Pipe or the striker a defender."""

    attacker: Annotated[str, "id of the striker; `source` is `launch` (M27) or `defender` (M17)"]
    target: Annotated[str, "id of the unit that stays unharmed"]


class ExchangeRefused(Event):
    """The leader of the offense is a defender, so the leaders deal no damage this round (M16)."""

    unit: Annotated[str, "id of the defender"]
    opponent: Annotated[str, "id of the enemy leader"]


class ActionLost(Event):
    """A stunned unit that would have dealt damage deals none this round (M30)."""

    unit: Annotated[str, "id of the stunned unit"]


class UnitExhausted(Event):
    """A unit spent its last AE; it fights with its DE from the next round on (M8, M15)."""

    unit: Annotated[str, "id of the unit"]


class ExhaustionDealt(Event):
    """An exhausted leader dealt 1 damage and paid 1 DE for it (M10)."""

    attacker: Annotated[str, "id of the exhausted leader"]
    target: Annotated[str, "id of the other leader"]
    amount: Annotated[int, "the damage, 1"]
    attacker_de: Annotated[int, "the attacker's DE now"]
    de: Annotated[int, "the target's DE now"]


class ExhaustionBlocked(Event):
    """A unit with agility dodged exhaustion damage; the attacker pays nothing (M14)."""

    unit: Annotated[str, "id of the agile unit"]
    attacker: Annotated[str, "id of the exhausted leader"]


class UnitStunned(Event):
    """A unit of the offense damaged a unit with stun and is stunned next round (M30)."""

    unit: Annotated[str, "id of the stunned unit"]
    stunner: Annotated[str, "id of the unit with stun"]
    round: Annotated[int, "the round in which it deals nothing"]


class StunEnded(Event):
    """The stun of a unit ended (M30)."""

    unit: Annotated[str, "id of the unit"]


class UnitDefeated(Event):
    """A unit without DE left the lineup (M29)."""

    unit: Annotated[str, "id of the unit"]


class PipeRemoved(Event):
    """A Cannon Pipe reached the front and left the lineup (M25)."""

    unit: Annotated[str, "id of the Cannon Pipe"]


class UnitSentBack(Event):
    """A unit that spent its last AE in an Air Strike or a Launch went to the back (M28)."""

    unit: Annotated[str, "id of the unit"]


class RoundEnded(Event):
    """A round ended."""

    round: Annotated[int, "its number"]
    quiet: Annotated[int, "number of consecutive rounds without damage, including this one (M31)"]


class LineupsRotated(Event):
    """Both leaders went to the back after two quiet rounds (M31)."""

    a: Annotated[str, "id of the former leader of side a"]
    b: Annotated[str, "id of the former leader of side b"]
    quiet: Annotated[int, "the count of quiet rounds, reset to 0"]


class LineupReordered(Event):
    """A branch of a battle reordered the remaining units of a lineup (M39)."""

    side: Annotated[SideId, "the side of the lineup"]
    lineup: Annotated[tuple[str, ...], "ids of its units, the leader first"]


class UnitsReplaced(Event):
    """A branch of a battle replaced units that had not fought (M40)."""

    side: Annotated[SideId, "the side of the lineup"]
    replaced: Annotated[tuple[Replaced, ...], "the replacements"]


EVENTS: Final = events_of(__name__)
"""All events, in the order in which EVENTS.md lists them."""
