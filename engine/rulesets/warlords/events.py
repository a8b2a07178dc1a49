"""Events of Warlords, with values after the change; stacks with the sources of every value."""

from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal, NamedTuple, TypeAlias

import msgspec

from engine.core.events import Event, SideId, events_of


class Part(msgspec.Struct, frozen=True, gc=False):
    """One contribution to a value.

    Rule words are `base`, `strength` and `hits` (purchases), `own`, `blessing`, an affliction, a
    terrain word, `city` or its kind, `cap`, `side-bonus`, `banding`, `group-warding` and
    `life-drain`; in a roll `now` (the strength that the unit has now) and `flyer`.
    """

    source: Annotated[str, "a rule word, or the id of a unit of the stack, a spell or an item"]
    amount: Annotated[int, "the points it adds"]


Parts: TypeAlias = tuple[Part, ...]
Sums: TypeAlias = dict[str, Parts]


def total(parts: Parts) -> int:
    if not parts:  # the common case; the kernel packs armies by the thousand
        return 0
    amount = 0
    for part in parts:
        amount += part.amount
    return amount


class Bracket(msgspec.Struct, frozen=True, gc=False):
    """One bracket of the side bonus (W3, step 3)."""

    own: Annotated[str, "leadership, morale or fortify"]
    own_total: Annotated[int, "the side's total of it, 0 to 5"]
    against: Annotated[str, "chaos, fear or siege"]
    against_total: Annotated[int, "the enemy's total of it, 0 to 5"]
    amount: Annotated[int, "the difference, limited to -1..5"]


class ReadyUnit(msgspec.Struct, frozen=True, gc=False):
    """A unit's values for battle, after afflictions and bonuses (W2, W3)."""

    id: Annotated[str, "id of the unit"]
    strength: Annotated[int, "its strength"]
    hits: Annotated[int, "its hits"]
    immune: Annotated[bool, "whether it is immune to missiles in this battle (W2)"]
    strength_parts: Annotated[Parts, "contributions to its strength, in the order of W3"]
    hits_parts: Annotated[Parts, "contributions to its hits"]


class Die(msgspec.Struct, frozen=True, gc=False):
    """A rolled die."""

    sides: Annotated[int, "number of sides"]
    result: Annotated[int, "the face rolled, from 1"]


class Roll(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A unit's roll, which succeeds if the lowest die shows at most `needed`."""

    unit: Annotated[str, "id of the unit"]
    needed: Annotated[int, "the highest successful result: its strength, or the sum of the parts"]
    dice: Annotated[tuple[Die, ...], "its dice, the medal die last; empty if it cannot fail"]
    succeeded: Annotated[bool, "whether it succeeded"]
    parts: Annotated[Parts, "contributions to `needed`; left out if just the unit's strength"] = ()


class FieldSnapshot(msgspec.Struct, frozen=True):
    """The field of battle: the defender's ground."""

    terrain: Annotated[tuple[str, ...], "its terrain words"]
    city: Annotated[str | None, "the kind of city, or null"]
    die: Annotated[int, "number of sides of the combat die"]


class UnitSnapshot(msgspec.Struct, frozen=True, omit_defaults=True):
    """A unit as it enters the battle, with effects from its stack."""

    id: Annotated[str, "side letter and place in the stack, from 1: `a1`"]
    side: Annotated[SideId, "the side it fights for"]
    kind: Annotated[Literal["unit", "hero", "custom"], "unit, hero or custom"]
    unit: Annotated[str | None, "its catalog id, a hero's class, or null for a custom unit"]
    name: Annotated[str, "its name"]
    icon: Annotated[str | None, "name of its icon, or null for a custom unit that chose none"]
    hero: Annotated[bool, "whether it is a hero, which slayers cannot slay (W9)"]
    level: Annotated[int | None, "a hero's level, or null"]
    race: Annotated[tuple[str, ...], "its races, for slayers"]
    flying: Annotated[bool, "whether it flies, by nature, spell, item or a hero's flight"]
    blessed: Annotated[bool, "whether it is blessed"]
    medals: Annotated[int, "its medals, 0 to 4"]
    strength: Annotated[int, "its strength with blessing and afflictions, without bonuses"]
    hits: Annotated[int, "its hits before the battle, with disease"]
    poisoned: Annotated[bool, "whether it starts poisoned"]
    diseased: Annotated[bool, "whether it starts diseased"]
    paralysed: Annotated[bool, "whether it starts paralysed"]
    abilities: Annotated[dict[str, int], "its own abilities, purchases included, in points"]
    buys: Annotated[dict[str, int], "a hero's purchases and how often each was made"]
    spells: Annotated[tuple[str, ...], "ids of the spells that it casts"]
    items: Annotated[tuple[str, ...], "ids of the items that it carries"]
    terrain: Annotated[dict[str, int], "its bonus on each kind of ground"]
    strength_parts: Annotated[Parts, "its strength before blessing and afflictions (W3, step 1)"]
    hits_parts: Annotated[Parts, "its hits before disease and Life Drain (W2)"]
    item_parts: Annotated[Parts, "strength from items, which is added last (W3, step 4)"]
    banding: Annotated[int, "its banding bonus in this stack (W3, step 4)"]
    powers: Annotated[Sums, "contributions to acid, lightning, assassin, missile, trample, warding"]
    cursed: Annotated[bool, "whether a curse took its blessing in an earlier battle (W17)"] = False

    def power(self, word: str) -> int:
        """Return a power's total: its own + the best spell on it + the best item it carries."""
        return total(self.powers.get(word, ()))


class ArmySnapshot(msgspec.Struct, frozen=True):
    """One side's stack as it enters the battle."""

    name: Annotated[str, "the side's name, or empty"]
    army: Annotated[str, "the army's name, or empty"]
    stack: Annotated[tuple[UnitSnapshot, ...], "its units in fighting order"]
    totals: Annotated[Sums, "contributions to leadership, morale, fortify, chaos, fear, siege (W3)"]
    afflictions: Annotated[Sums, "contributions to curse, poison, disease and paralysis (W1)"]
    slayers: Annotated[Sums, "contributions to each slayer: best unit, spell and item (W9)"]
    group_warding: Annotated[int, "the stack's warding, part of every unit's total, at most 3 (W4)"]
    life_drain: Annotated[int, "the hits that its Life Drain takes from every enemy (W2)"]


BECOMES: Final = {
    "curse": "cursed",
    "poison": "poisoned",
    "disease": "diseased",
    "paralysis": "paralysed",
}
"""The field of a condition that each affliction sets."""
CONDITION_WORDS: Final = ("blessed", "poisoned", "diseased", "paralysed", "cursed", "medals")
"""The members of a unit's row that are its condition; `cursed` is for an earlier battle."""


class Condition(NamedTuple):
    """A unit's blessing, afflictions and medals; a unit keeps them from battle to battle (W17)."""

    blessed: bool = False  # whether it started blessed
    cursed: bool = False  # whether a curse removed its blessing and medals in this battle
    poisoned: bool = False
    diseased: bool = False
    paralysed: bool = False
    unblessed: bool = False  # whether it lost its blessing in an earlier battle
    medals: int = 0

    @classmethod
    def initial(cls, unit: UnitSnapshot) -> "Condition":
        """Return the condition in which a unit enters the battle."""
        return cls(
            *(unit.blessed, False, unit.poisoned, unit.diseased, unit.paralysed, unit.cursed),
            medals=unit.medals,
        )

    @classmethod
    def of(cls, row: Mapping[str, Any]) -> "Condition":
        """Return the condition of a unit's row in a battle file."""
        words = {word: row[word] for word in CONDITION_WORDS if word in row}
        return cls(unblessed=words.pop("cursed", False), **words)

    def put_into(self, row: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return the row of a unit with this in place of its own condition."""
        own = {**self._asdict(), "cursed": self.unblessed}
        bare = {key: value for key, value in row.items() if key not in CONDITION_WORDS}
        return bare | {word: own[word] for word in CONDITION_WORDS if own[word]}

    @property
    def is_blessed(self) -> bool:
        return self.blessed and not self.cursed

    def in_stack(self, *, blessed: bool, medals: int) -> "Condition":
        """Return the condition in a stack that has blessed all its units, and with these medals."""
        return Condition(blessed=True, medals=medals) if blessed else self._replace(medals=medals)

    def after(self, affliction: str) -> "Condition":
        """Return the condition after an affliction (W1)."""
        medals = 0 if affliction == "curse" else self.medals
        return self._replace(**{BECOMES[affliction]: True}, medals=medals)

    def kept(self, medals: int) -> "Condition":
        """Return what a unit that brought these medals keeps from a battle."""
        return Condition(
            blessed=self.is_blessed,
            poisoned=self.poisoned,
            diseased=self.diseased,
            paralysed=self.paralysed,
            unblessed=self.unblessed or (self.blessed and self.cursed),
            medals=0 if self.cursed else medals,
        )


class Replaced(msgspec.Struct, frozen=True):
    """A replaced unit (W16)."""

    unit: Annotated[str, "id of the unit that leaves"]
    by: Annotated[UnitSnapshot, "the unit that takes its place, as it would enter the battle"]
    afflictions: Annotated[tuple[str, ...], "those already spread that it got"]
    medals: Annotated[int, "its medals now"]
    ready: Annotated[ReadyUnit, "its values for battle, with side bonuses if already computed"]


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
    parts: Annotated[Parts, "contributions to it, in points of 4%"]


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
    struck: Annotated[str | None, "id of the unit hit, or null if both or neither succeeded"]


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


EVENTS: Final = events_of(__name__)
"""All events, in the order in which EVENTS.md lists them."""
