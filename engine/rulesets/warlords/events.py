"""What can happen in a battle of stacks. All values in events are those after the change."""

from typing import Literal

from engine.core.events import Event, SideId
from engine.rulesets.warlords.branch_events import StackReordered as StackReordered
from engine.rulesets.warlords.branch_events import UnitsReplaced as UnitsReplaced
from engine.rulesets.warlords.parts import Bracket, Part, ReadyUnit, Roll
from engine.rulesets.warlords.snapshot import ArmySnapshot, FieldSnapshot


class BattleStarted(Event):
    """Both stacks stand ready. This event alone is enough to draw the stage.

    field: where they meet: the defender's ground.
    a: the stack of side a, which attacks.
    b: the stack of side b, which defends.
    """

    field: FieldSnapshot
    a: ArmySnapshot
    b: ArmySnapshot


class AfflictionSpread(Event):
    """One side's curse, poison, disease or paralysis sweeps over the enemy's stack (W1).

    side: the side that it comes from.
    affliction: curse, poison, disease or paralysis.
    percent: the chance that each enemy unit gets it.
    parts: what adds to it, in points of 4 %.
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
    """

    unit: str
    affliction: str
    blessed: bool
    medals: int
    strength: int
    hits: int


class UnitSpared(Event):
    """An affliction passed a unit by (W1); `source` names it.

    unit: id of the unit.
    affliction: curse, poison, disease or paralysis.
    reason: its roll; a power of its own; its blessing; it has it already; nothing to lose.
    """

    unit: str
    affliction: str
    reason: Literal["roll", "own", "blessed", "already", "nothing"]


class StackReadied(Event):
    """A side's bonus is worked out, and with it the strength of all its units (W2, W3).

    side: the side.
    bonus: its side bonus, -3 to 5.
    brackets: the three brackets that it is the sum of.
    units: all its units, in the order of the stack.
    """

    side: SideId
    bonus: int
    brackets: tuple[Bracket, ...]
    units: tuple[ReadyUnit, ...]


class PairingStarted(Event):
    """The front units face each other (W4).

    pairing: number of the pairing, from 1.
    a: id of the front unit of side a.
    b: id of the front unit of side b.
    stepped_up: ids of those among them that have just stepped up.
    """

    pairing: int
    a: str
    b: str
    stepped_up: tuple[str, ...]


class ChanceWeighed(Event):
    """Acid, lightning or assassination is compared with what the other side has (W4).

    power: acid, lightning or assassin.
    attacker: id of the unit with the higher total.
    target: id of the unit that it faces.
    total: the attacker's total, in points of 10 %.
    offset: the target's total of the same power, which is taken from it.
    warding: the target's warding, which is taken from it too.
    percent: the chance that is left; with 0 nothing happens, with 100 no die is needed.
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
    attacker: id of the unit that tried.
    target: id of the unit that got away.
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
    target: id of the unit that it killed.
    hits: the target's hits now, 0.
    """

    attacker: str
    target: str
    hits: int


class MissilesCancelled(Event):
    """Two pools of missiles cancel each other out (W8).

    amount: how many shots each side loses.
    a: id of the front unit of side a.
    b: id of the front unit of side b.
    a_shots: the shots that a has left.
    b_shots: the shots that b has left.
    """

    amount: int
    a: str
    b: str
    a_shots: int
    b_shots: int


class MissilesShrugged(Event):
    """A unit immune to missiles shrugged off the whole pool (W2, W8).

    attacker: id of the shooter.
    target: id of the immune unit.
    amount: the shots that were lost on it.
    shots: the shots that the shooter has left, 0.
    """

    attacker: str
    target: str
    amount: int
    shots: int


class ShotFired(Event):
    """One shot: it kills if the shooter succeeds and the target fails (W8).

    attacker: id of the shooter.
    target: id of the unit shot at.
    aim: the shooter's roll, with 3 more strength against a flyer.
    cover: the target's roll.
    kills: whether the target is dead.
    shots: the shots that the shooter has left.
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
    """A round of melee: both roll (W9).

    round: number of the round, counted through the whole battle.
    a: the roll of side a.
    b: the roll of side b.
    struck: id of the unit that takes a hit, or null if both or neither succeeded.
    """

    round: int
    a: Roll
    b: Roll
    struck: str | None


class UnitStruck(Event):
    """A unit took a hit, and more if it was trampled (W9).

    attacker: id of the unit that hit.
    target: id of the unit that was hit.
    amount: the hits it took: 1 and the trample; what is too much is lost.
    trample: how many of them are the attacker's trample.
    hits: the target's hits now.
    """

    attacker: str
    target: str
    amount: int
    trample: int
    hits: int


class UnitSlain(Event):
    """A slayer's hit killed a unit of the kind that it slays (W9); `source` names the slayer.

    attacker: id of the unit that hit.
    target: id of the unit that was slain.
    slayer: the slayer ability.
    hits: the target's hits now, 0.
    """

    attacker: str
    target: str
    slayer: str
    hits: int


class UnitDefeated(Event):
    """A unit without strength or hits leaves; the next of its stack steps up (W4).

    unit: id of the unit.
    by: id of the unit that defeated it; its assassin is used up now (W7).
    """

    unit: str
    by: str


EVENTS: tuple[type[Event], ...] = (
    BattleStarted,
    AfflictionSpread,
    UnitAfflicted,
    UnitSpared,
    StackReadied,
    PairingStarted,
    ChanceWeighed,
    AttemptFailed,
    AcidHit,
    LightningHit,
    UnitAssassinated,
    MissilesCancelled,
    MissilesShrugged,
    ShotFired,
    MeleeRolled,
    UnitStruck,
    UnitSlain,
    UnitDefeated,
    StackReordered,
    UnitsReplaced,
)
"""Every event of this ruleset, in the order of the protocol's page."""
