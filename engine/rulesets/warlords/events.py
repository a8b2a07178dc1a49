"""Events of Warlords. Values in events are those after the change."""

from typing import Annotated, Literal

from engine.core.events import Event, SideId
from engine.rulesets.warlords.snapshot import (
    ArmySnapshot,
    Bracket,
    FieldSnapshot,
    Part,
    ReadyUnit,
    Replaced,
    Roll,
)


class BattleStarted(Event):
    """A battle began. This event alone is enough to draw the stage."""

    field: Annotated[FieldSnapshot, "the defender's ground, where they meet"]
    a: Annotated[ArmySnapshot, "the stack of side a, which attacks"]
    b: Annotated[ArmySnapshot, "the stack of side b, which defends"]


class AfflictionSpread(Event):
    """A side's curse, poison, disease or paralysis spread over the enemy's stack (W1)."""

    side: Annotated[SideId, "the side that spreads it"]
    affliction: Annotated[str, "curse, poison, disease or paralysis"]
    percent: Annotated[int, "the chance that each enemy unit gets it"]
    parts: Annotated[tuple[Part, ...], "contributions to it, in points of 4%"]


class UnitAfflicted(Event):
    """A unit got an affliction (W1); `source` names it."""

    unit: Annotated[str, "id of the unit"]
    affliction: Annotated[str, "curse, poison, disease or paralysis"]
    blessed: Annotated[bool, "whether it is blessed now"]
    medals: Annotated[int, "its medals now"]
    strength: Annotated[int, "its strength now, still without bonuses"]
    hits: Annotated[int, "its hits now, before Life Drain"]
    lost: Annotated[
        int | None, "the strength, or for disease the hits, that it lost; null in older recordings"
    ] = None


class UnitSpared(Event):
    """A unit was spared an affliction (W1); `source` names it."""

    unit: Annotated[str, "id of the unit"]
    affliction: Annotated[str, "curse, poison, disease or paralysis"]
    reason: Annotated[
        Literal["roll", "own", "blessed", "already", "nothing"],
        "the roll, its own affliction power, its blessing, already afflicted, or nothing to lose",
    ]


class StackReadied(Event):
    """A side's bonus and the strength and hits of its units were computed (W2, W3)."""

    side: Annotated[SideId, "the side"]
    bonus: Annotated[int, "its side bonus, -3 to 5"]
    brackets: Annotated[tuple[Bracket, ...], "the three brackets that it sums up"]
    units: Annotated[tuple[ReadyUnit, ...], "all its units, in stack order"]


class PairingStarted(Event):
    """A pairing of the front units began (W4)."""

    pairing: Annotated[int, "number of the pairing, from 1"]
    a: Annotated[str, "id of the front unit of side a"]
    b: Annotated[str, "id of the front unit of side b"]
    stepped_up: Annotated[tuple[str, ...], "ids of those that have just stepped up"]


class ChanceWeighed(Event):
    """The chance of acid, lightning or assassination was determined (W4)."""

    power: Annotated[str, "acid, lightning or assassin"]
    attacker: Annotated[str, "id of the unit with the higher total"]
    target: Annotated[str, "id of its opponent"]
    total: Annotated[int, "the attacker's total, in points of 10%"]
    offset: Annotated[int, "the target's total of the same power, which is subtracted"]
    warding: Annotated[int, "the target's warding, which is subtracted too"]
    percent: Annotated[int, "the resulting chance; at 0 nothing happens, at 100 no die is rolled"]


class AttemptFailed(Event):
    """Acid, lightning, an assassin or a slayer missed."""

    power: Annotated[str, "acid, lightning, assassin or a slayer"]
    attacker: Annotated[str, "id of the unit that attempted it"]
    target: Annotated[str, "id of the unit that was missed"]


class AcidHit(Event):
    """Acid halved a unit's strength; 0 is death (W5)."""

    attacker: Annotated[str, "id of the unit with acid"]
    target: Annotated[str, "id of the unit that was hit"]
    amount: Annotated[int, "the strength lost"]
    strength: Annotated[int, "the target's strength now"]


class LightningHit(Event):
    """Lightning halved a unit's hits; 0 is death (W6)."""

    attacker: Annotated[str, "id of the unit with lightning"]
    target: Annotated[str, "id of the unit that was hit"]
    amount: Annotated[int, "the hits lost"]
    hits: Annotated[int, "the target's hits now"]


class UnitAssassinated(Event):
    """An assassin killed the unit in front of it (W7)."""

    attacker: Annotated[str, "id of the assassin"]
    target: Annotated[str, "id of the killed unit"]
    hits: Annotated[int, "the target's hits now, 0"]


class MissilesCancelled(Event):
    """Both pools of missiles cancelled each other out (W8)."""

    amount: Annotated[int, "number of shots each side loses"]
    a: Annotated[str, "id of the front unit of side a"]
    b: Annotated[str, "id of the front unit of side b"]
    a_shots: Annotated[int, "shots left to a"]
    b_shots: Annotated[int, "shots left to b"]


class MissilesShrugged(Event):
    """A unit immune to missiles ignored the whole pool (W2, W8)."""

    attacker: Annotated[str, "id of the shooter"]
    target: Annotated[str, "id of the immune unit"]
    amount: Annotated[int, "the shots lost"]
    shots: Annotated[int, "shots left to the shooter, 0"]


class ShotFired(Event):
    """A shot was fired; it kills if the shooter succeeds and the target fails (W8)."""

    attacker: Annotated[str, "id of the shooter"]
    target: Annotated[str, "id of the unit shot at"]
    aim: Annotated[Roll, "the shooter's roll, with +3 strength against a flyer among its parts"]
    cover: Annotated[Roll, "the target's roll"]
    kills: Annotated[bool, "whether the target is dead"]
    shots: Annotated[int, "shots left to the shooter"]
    hits: Annotated[int, "the target's hits now"]


class MeleeRolled(Event):
    """Both units rolled for a round of melee (W9)."""

    round: Annotated[int, "number of the round in the whole battle"]
    a: Annotated[Roll, "the roll of side a"]
    b: Annotated[Roll, "the roll of side b"]
    struck: Annotated[
        str | None, "id of the unit that takes a hit, or null if both or neither succeeded"
    ]


class UnitStruck(Event):
    """A unit was hit, and possibly trampled (W9)."""

    attacker: Annotated[str, "id of the unit that hit"]
    target: Annotated[str, "id of the unit that was hit"]
    amount: Annotated[int, "hits dealt: 1 plus trample; excess hits are lost"]
    trample: Annotated[int, "the attacker's share from trample"]
    hits: Annotated[int, "the target's hits now"]


class UnitSlain(Event):
    """A slayer killed a unit of its race (W9); `source` names the slayer."""

    attacker: Annotated[str, "id of the unit that hit"]
    target: Annotated[str, "id of the slain unit"]
    slayer: Annotated[str, "the slayer ability"]
    hits: Annotated[int, "the target's hits now, 0"]


class UnitDefeated(Event):
    """A unit without strength or hits left the stack; the next one steps up (W4)."""

    unit: Annotated[str, "id of the unit"]
    by: Annotated[str, "id of the unit that defeated it, whose assassin is used up (W7)"]


class StackReordered(Event):
    """A branch of a battle reordered the remaining units of a stack (W15)."""

    side: Annotated[SideId, "the side of the stack"]
    stack: Annotated[tuple[str, ...], "ids of its units, the front unit first"]


class UnitsReplaced(Event):
    """A branch of a battle replaced units that had not fought (W16)."""

    side: Annotated[SideId, "the side of the stack"]
    replaced: Annotated[tuple[Replaced, ...], "the replacements"]


EVENTS: tuple[type[Event], ...] = (
    *(BattleStarted, AfflictionSpread, UnitAfflicted, UnitSpared, StackReadied, PairingStarted),
    *(ChanceWeighed, AttemptFailed, AcidHit, LightningHit, UnitAssassinated, MissilesCancelled),
    *(MissilesShrugged, ShotFired, MeleeRolled, UnitStruck, UnitSlain, UnitDefeated),
    *(StackReordered, UnitsReplaced),
)
"""All events, in the order in which EVENTS.md lists them."""
