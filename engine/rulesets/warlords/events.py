"""Events of Warlords. Values in events are those after the change."""

from typing import Literal

from engine.core.events import Event, SideId
from engine.rulesets.warlords.parts import Bracket, Part, ReadyUnit, Roll
from engine.rulesets.warlords.snapshot import ArmySnapshot, FieldSnapshot, Replaced


class BattleStarted(Event):
    """A battle began. This event alone is enough to draw the stage.

    field: the defender's ground, where they meet.
    a: the stack of side a, which attacks.
    b: the stack of side b, which defends.
    """

    field: FieldSnapshot
    a: ArmySnapshot
    b: ArmySnapshot


class AfflictionSpread(Event):
    """A side's curse, poison, disease or paralysis spread over the enemy's stack (W1).

    side: the side that spreads it.
    affliction: curse, poison, disease or paralysis.
    percent: the chance that each enemy unit gets it.
    parts: contributions to it, in points of 4 %.
    """

    side: SideId
    affliction: str
    percent: int
    parts: tuple[Part, ...]


class UnitAfflicted(Event):
    """A unit got an affliction (W1); `source` names it.

    unit: id of the unit.
    affliction: curse, poison, disease or paralysis.
    blessed: whether it is blessed now.
    medals: its medals now.
    strength: its strength now, still without bonuses.
    hits: its hits now, before Life Drain.
    lost: the strength, or of disease the hits, that it took; null in older recordings.
    """

    unit: str
    affliction: str
    blessed: bool
    medals: int
    strength: int
    hits: int
    lost: int | None = None


class UnitSpared(Event):
    """A unit was spared an affliction (W1); `source` names it.

    unit: id of the unit.
    affliction: curse, poison, disease or paralysis.
    reason: the roll, its own affliction power, its blessing, already afflicted, or nothing to lose.
    """

    unit: str
    affliction: str
    reason: Literal["roll", "own", "blessed", "already", "nothing"]


class StackReadied(Event):
    """A side's bonus and the strength and hits of its units were computed (W2, W3).

    side: the side.
    bonus: its side bonus, -3 to 5.
    brackets: the three brackets that it sums up.
    units: all its units, in stack order.
    """

    side: SideId
    bonus: int
    brackets: tuple[Bracket, ...]
    units: tuple[ReadyUnit, ...]


class PairingStarted(Event):
    """A pairing of the front units began (W4).

    pairing: number of the pairing, from 1.
    a: id of the front unit of side a.
    b: id of the front unit of side b.
    stepped_up: ids of those that have just stepped up.
    """

    pairing: int
    a: str
    b: str
    stepped_up: tuple[str, ...]


class ChanceWeighed(Event):
    """The chance of acid, lightning or assassination was determined (W4).

    power: acid, lightning or assassin.
    attacker: id of the unit with the higher total.
    target: id of its opponent.
    total: the attacker's total, in points of 10 %.
    offset: the target's total of the same power, which is subtracted.
    warding: the target's warding, which is subtracted too.
    percent: the resulting chance; at 0 nothing happens, at 100 no die is rolled.
    """

    power: str
    attacker: str
    target: str
    total: int
    offset: int
    warding: int
    percent: int


class AttemptFailed(Event):
    """Acid, lightning, an assassin or a slayer missed.

    power: acid, lightning, assassin or a slayer.
    attacker: id of the unit that attempted it.
    target: id of the unit that was missed.
    """

    power: str
    attacker: str
    target: str


class AcidHit(Event):
    """Acid halved a unit's strength; 0 is death (W5).

    attacker: id of the unit with acid.
    target: id of the unit that was hit.
    amount: the strength lost.
    strength: the target's strength now.
    """

    attacker: str
    target: str
    amount: int
    strength: int


class LightningHit(Event):
    """Lightning halved a unit's hits; 0 is death (W6).

    attacker: id of the unit with lightning.
    target: id of the unit that was hit.
    amount: the hits lost.
    hits: the target's hits now.
    """

    attacker: str
    target: str
    amount: int
    hits: int


class UnitAssassinated(Event):
    """An assassin killed the unit in front of it (W7).

    attacker: id of the assassin.
    target: id of the killed unit.
    hits: the target's hits now, 0.
    """

    attacker: str
    target: str
    hits: int


class MissilesCancelled(Event):
    """Both pools of missiles cancelled each other out (W8).

    amount: number of shots each side loses.
    a: id of the front unit of side a.
    b: id of the front unit of side b.
    a_shots: shots left to a.
    b_shots: shots left to b.
    """

    amount: int
    a: str
    b: str
    a_shots: int
    b_shots: int


class MissilesShrugged(Event):
    """A unit immune to missiles ignored the whole pool (W2, W8).

    attacker: id of the shooter.
    target: id of the immune unit.
    amount: the shots lost.
    shots: shots left to the shooter, 0.
    """

    attacker: str
    target: str
    amount: int
    shots: int


class ShotFired(Event):
    """A shot was fired; it kills if the shooter succeeds and the target fails (W8).

    attacker: id of the shooter.
    target: id of the unit shot at.
    aim: the shooter's roll, with +3 strength against a flyer, which is among its parts.
    cover: the target's roll.
    kills: whether the target is dead.
    shots: shots left to the shooter.
    hits: the target's hits now.
    """

    attacker: str
    target: str
    aim: Roll
    cover: Roll
    kills: bool
    shots: int
    hits: int


class MeleeRolled(Event):
    """Both units rolled for a round of melee (W9).

    round: number of the round in the whole battle.
    a: the roll of side a.
    b: the roll of side b.
    struck: id of the unit that takes a hit, or null if both or neither succeeded.
    """

    round: int
    a: Roll
    b: Roll
    struck: str | None


class UnitStruck(Event):
    """A unit was hit, and possibly trampled (W9).

    attacker: id of the unit that hit.
    target: id of the unit that was hit.
    amount: hits dealt: 1 plus trample; excess hits are lost.
    trample: the attacker's share from trample.
    hits: the target's hits now.
    """

    attacker: str
    target: str
    amount: int
    trample: int
    hits: int


class UnitSlain(Event):
    """A slayer killed a unit of its race (W9); `source` names the slayer.

    attacker: id of the unit that hit.
    target: id of the slain unit.
    slayer: the slayer ability.
    hits: the target's hits now, 0.
    """

    attacker: str
    target: str
    slayer: str
    hits: int


class UnitDefeated(Event):
    """A unit without strength or hits left the stack; the next one steps up (W4).

    unit: id of the unit.
    by: id of the unit that defeated it, whose assassin is used up (W7).
    """

    unit: str
    by: str


class StackReordered(Event):
    """A branch of a battle reordered the remaining units of a stack (W15).

    side: the side of the stack.
    stack: ids of its units, the front unit first.
    """

    side: SideId
    stack: tuple[str, ...]


class UnitsReplaced(Event):
    """A branch of a battle replaced units that had not fought (W16).

    side: the side of the stack.
    replaced: the replacements.
    """

    side: SideId
    replaced: tuple[Replaced, ...]


EVENTS: tuple[type[Event], ...] = (
    *(BattleStarted, AfflictionSpread, UnitAfflicted, UnitSpared, StackReadied, PairingStarted),
    *(ChanceWeighed, AttemptFailed, AcidHit, LightningHit, UnitAssassinated, MissilesCancelled),
    *(MissilesShrugged, ShotFired, MeleeRolled, UnitStruck, UnitSlain, UnitDefeated),
    *(StackReordered, UnitsReplaced),
)
"""All events, in the order in which EVENTS.md lists them."""
