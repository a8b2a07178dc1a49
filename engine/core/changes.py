"""Changes that branch a battle at a moment: other dice, order or units.

A moment is the number of the first event that may differ. Unchanged dice stay the same, since each
roll follows from its own key (DECISIONS.md, D-028, D-107, D-130).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from msgspec.structs import replace

from engine.core.errors import InputError, Text
from engine.core.events import SIDES, SideId
from engine.core.reading import Reader
from engine.core.rng import Rng, Seeded

CHANGES_MOST: Final = 1_000
ROLLS_MOST: Final = 10_000
RESULT_MOST: Final = 2**32 - 1  # highest result of a changed roll: bots' dice have the most sides
KINDS: Final = ("rolls", "seed", "order", "army")
OF_A_SIDE: Final = ("order", "army")
EVENT_MOST: Final = 9_999_999
UNITS_MOST: Final = 200  # more units than any army may have


@dataclass(frozen=True, slots=True)
class Change:
    """Other dice from an event on, or another order or army for one side."""

    # number of the first event for which dice are rolled, or before which a side is changed
    at: int
    rolls: tuple[int | None, ...] = ()  # the next results, from 0; None leaves a roll as it is
    seed: int | None = None  # of all later rolls; None keeps the seed
    side: SideId = "a"  # whose order or army is changed
    # the units left by their places in the army, from 0; () for any other change
    order: tuple[int, ...] = ()
    army: Any = None  # the side's army from there on; None for any other change
    replacements: "tuple[Replacement, ...]" = ()  # the units that `army` replaces

    @property
    def is_of_units(self) -> bool:
        """Whether it changes the units of a side rather than dice."""
        return bool(self.order) or self.army is not None


class Replacement(NamedTuple):
    row: int  # its row in the army's list, from 0
    old_id: str  # the id of the unit that leaves
    new_id: str
    setup: Any  # of a battle in which the side has the new army from the start

    def unit(self, side: SideId, listed: str) -> Any:
        """Return the new unit, with what its army gives it: the row in the side's `listed`."""
        return replace(getattr(getattr(self.setup, side), listed)[self.row], id=self.new_id)


class Roll(NamedTuple):
    """A roll of a battle: for which event, its purpose, who rolls, and the result from 0."""

    at: int
    what_for: str
    who: str
    sides: int
    result: int


def read_changes(reader: Reader, seed_most: int) -> tuple[Change, ...]:
    """Return the changes in a battle file, in the order of their moments; problems are noted."""
    changes: list[Change] = []
    for row in reader.sequence(0, CHANGES_MOST, "changes"):
        members = row.mapping(("at", *KINDS, "side"), required=("at",))
        at = members["at"].integer(0, EVENT_MOST)
        if changes and at < changes[-1].at:
            row.fail("comes before the change above it; put changes in the order of their events")
        if members and len({*KINDS} & members.keys()) != 1:
            row.fail("takes exactly one of 'rolls', 'seed', 'order' and 'army'")
        if ("side" in members) != any(kind in members for kind in OF_A_SIDE):
            row.fail("takes 'side' with 'order' or 'army', and only then")
        rolls = tuple(
            None if roll.value is None else roll.integer(0, RESULT_MOST)
            for roll in members["rolls"].sequence(1, ROLLS_MOST, "rolls")
        )
        seed = members["seed"].integer(0, seed_most) if "seed" in members else None
        order = read_order(members["order"])
        side: SideId = members["side"].word(SIDES, "side") or "a"
        army = members["army"].value
        if "army" in members and not isinstance(army, dict):
            members["army"].fail("must be an object like a side's 'army'")
        changes.append(Change(at, rolls, seed, side, order, army))
    return tuple(changes)


def read_order(reader: Reader, most: int = UNITS_MOST) -> tuple[int, ...]:
    """Return places in an army of at most `most` units, from 0, each once."""
    order = tuple(row.integer(0, most - 1) for row in reader.sequence(1, most, "places"))
    if len({*order}) < len(order) and not reader.problems:
        reader.fail("names a place twice; each unit fights once")
    return order


class ChangedDice:
    """Dice with changes. The player of the battle sets `at` to the event being decided."""

    def __init__(
        self, rest: Rng, changes: Sequence[Change], note: Callable[[Roll], object] | None
    ) -> None:
        self.at = 0
        self.rest = rest
        self.changes = [(k, change) for k, change in enumerate(changes) if not change.is_of_units]
        """Changes of dice, each with its index among all changes."""
        self.note = note
        self.begun = 0  # number of changes in effect
        self.used = 0  # number of rolls used of the latest change in effect

    def below(self, n: int, what_for: str, who: str, /) -> int:
        """Return the next roll. Raises InputError for a listed one that is not below n."""
        while self.begun < len(self.changes) and self.changes[self.begun][1].at <= self.at:
            self._refuse_left_over()
            seed = self.changes[self.begun][1].seed
            if seed is not None:
                self.rest = Seeded(seed)
            self.begun += 1
            self.used = 0
        # Roll even if the result is listed, so that `rest` counts it for this key.
        roll = self.rest.below(n, what_for, who)
        if self.begun:
            roll = self._listed(roll, n, what_for)
        if self.note is not None:
            self.note(Roll(self.at, what_for, who, n, roll))
        return roll

    def finish(self) -> None:
        """Raise InputError unless every change took effect and every listed roll was used."""
        self._refuse_left_over()
        if self.begun < len(self.changes):
            place, change = self.changes[self.begun]
            text = Text("nothing is rolled from event {at} on; choose an earlier one", at=change.at)
            raise InputError.single(f"changes[{place}].at", text)

    def _listed(self, roll: int, n: int, what_for: str) -> int:
        place, change = self.changes[self.begun - 1]
        if self.used >= len(change.rolls):
            return roll
        listed = change.rolls[self.used]
        self.used += 1
        if listed is None:
            return roll
        if listed >= n:
            raise InputError.single(
                f"changes[{place}].rolls[{self.used - 1}]",
                "is {listed}; this roll, for '{what_for}', is from 0 to {most}",
                listed=listed,
                what_for=what_for,
                most=n - 1,
            )
        return listed

    def _refuse_left_over(self) -> None:
        if not self.begun:
            return
        place, change = self.changes[self.begun - 1]
        if self.used < len(change.rolls):
            raise InputError.single(
                f"changes[{place}].rolls",
                "lists {listed} rolls, but only {used} are used; leave the others out",
                listed=len(change.rolls),
                used=self.used,
            )
