"""Changes of a battle from a moment on, which make a branch of it: other dice, order, units.

A moment is the number of an event: the first one that may come out differently. Dice that are not
changed stay as they were, since each follows from its own key (DECISIONS.md, D-028, D-107, D-130).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from engine.core.errors import InputError
from engine.core.events import SIDES, SideId
from engine.core.reading import Reader
from engine.core.rng import Rng, Seeded
from engine.core.text import Text

CHANGES_MOST: Final = 1_000
ROLLS_MOST: Final = 10_000
RESULT_MOST: Final = 2**32 - 1
"""Of a roll that is changed: a bot's dice have the most sides."""
KINDS: Final = ("rolls", "seed", "order", "army")
OF_A_SIDE: Final = ("order", "army")
EVENT_MOST: Final = 9_999_999
UNITS_MOST: Final = 200
"""Of one side: no army may be as large."""


@dataclass(frozen=True, slots=True)
class Change:
    """Other dice from an event on, or for one side another order, or others in place of its units.

    at: number of the first event for which dice are rolled, or before which a side is changed.
    rolls: the next ones, from 0; None leaves a roll as it is.
    seed: of all rolls from there on; None for the one that holds.
    side: whose units.
    order: the units left by their places in the army, from 0; () for any other change.
    army: the army that the side has from there on; None for any other change.
    comers: who comes with it in place of whom.
    """

    at: int
    rolls: tuple[int | None, ...] = ()
    seed: int | None = None
    side: SideId = "a"
    order: tuple[int, ...] = ()
    army: Any = None
    replacements: "tuple[Replacement, ...]" = ()

    @property
    def is_of_units(self) -> bool:
        """Whether it concerns the units of a side, and not dice."""
        return bool(self.order) or self.army is not None


class Replacement(NamedTuple):
    """Somebody who comes in place of a unit that has not fought yet.

    row: in the list of the army, from 0. leaves, comes: the ids of both. setup: of a battle in
    which the side has this army from the beginning.
    """

    row: int
    old_id: str
    new_id: str
    setup: Any


class Roll(NamedTuple):
    """A roll of a battle: for which event, what it decides, who rolls, and the result from 0."""

    at: int
    what_for: str
    who: str
    sides: int
    result: int


def read_changes(reader: Reader, seed_most: int) -> tuple[Change, ...]:
    """The changes in a battle file, in the order of their moments; problems are noted."""
    changes: list[Change] = []
    for row in reader.sequence(0, CHANGES_MOST, "changes"):
        members = row.mapping(("at", *KINDS, "side"), required=("at",))
        at = members["at"].integer(0, EVENT_MOST) if "at" in members else 0
        if changes and at < changes[-1].at:
            row.fail("comes before the change above it; put changes in the order of their events")
        if members and len({*KINDS} & members.keys()) != 1:
            row.fail("takes 'rolls', 'seed', 'order' or 'army', one of them")
        if ("side" in members) != any(kind in members for kind in OF_A_SIDE):
            row.fail("takes 'side' together with 'order' or 'army': whose it is")
        rolls = read_rolls(members["rolls"]) if "rolls" in members else ()
        seed = members["seed"].integer(0, seed_most) if "seed" in members else None
        order = read_order(members["order"]) if "order" in members else ()
        side = read_side(members["side"]) if "side" in members else "a"
        army = members["army"].value if "army" in members else None
        if "army" in members and not isinstance(army, dict):
            members["army"].fail("must be an army, as a side has one")
        changes.append(Change(at, rolls, seed, side, order, army))
    return tuple(changes)


def read_side(reader: Reader) -> SideId:
    """Side a or b; what else there is is noted."""
    sides: dict[str, SideId] = {side: side for side in SIDES}
    return reader.choice(sides, "side") or "a"


def read_order(reader: Reader, most: int = UNITS_MOST) -> tuple[int, ...]:
    """Places in an army of at most this many units, from 0, each once."""
    rows = reader.sequence(1, most, "places")
    order = tuple(row.integer(0, most - 1) for row in rows)
    if len({*order}) < len(order) and not reader.problems:
        reader.fail("names a place twice; each unit fights once")
    return order


def read_rolls(reader: Reader) -> tuple[int | None, ...]:
    """Results from 0, and null for each roll that stays as it is."""
    rows = reader.sequence(1, ROLLS_MOST, "rolls")
    return tuple(None if row.value is None else row.integer(0, RESULT_MOST) for row in rows)


class ChangedDice:
    """Dice with changes. Whoever plays says by `at` for which event they are rolled."""

    def __init__(
        self,
        rest: Rng,
        changes: Sequence[Change] = (),
        note: Callable[[Roll], object] | None = None,
    ) -> None:
        self.at = 0
        self.rest = rest
        self.changes = [(k, change) for k, change in enumerate(changes) if not change.is_of_units]
        """Those of dice, each with its place among all."""
        self.note = note
        self.begun = 0
        """How many of the changes hold by now."""
        self.used = 0
        """How many rolls of the last one of them were rolled."""

    def below(self, n: int, what_for: str, who: str, /) -> int:
        """The next roll. Raises InputError for a listed one that is not below n."""
        while self.begun < len(self.changes) and self.changes[self.begun][1].at <= self.at:
            self._refuse_left_over()
            seed = self.changes[self.begun][1].seed
            if seed is not None:
                self.rest = Seeded(seed)
            self.begun += 1
            self.used = 0
        # The others roll for a listed one, too, so that they count it for this key.
        roll = self.rest.below(n, what_for, who)
        if self.begun:
            roll = self._listed(roll, n, what_for)
        if self.note is not None:
            self.note(Roll(self.at, what_for, who, n, roll))
        return roll

    def finish(self) -> None:
        """Raises InputError unless every change came to be, and every listed roll was rolled."""
        self._refuse_left_over()
        if self.begun < len(self.changes):
            place, change = self.changes[self.begun]
            at = change.at
            raise InputError.single(
                f"changes[{place}].at",
                Text("nothing is rolled from event {at} on; choose an earlier one", at=at),
            )

    def _listed(self, roll: int, n: int, what_for: str) -> int:
        place, change = self.changes[self.begun - 1]
        rolls = change.rolls
        if self.used >= len(rolls):
            return roll
        listed = rolls[self.used]
        self.used += 1
        if listed is None:
            return roll
        if listed >= n:
            raise InputError.single(
                f"changes[{place}].rolls[{self.used - 1}]",
                Text(
                    "is {listed}; this roll, for '{what_for}', is from 0 to {most}",
                    listed=listed,
                    what_for=what_for,
                    most=n - 1,
                ),
            )
        return listed

    def _refuse_left_over(self) -> None:
        if not self.begun:
            return
        place, change = self.changes[self.begun - 1]
        rolls = change.rolls
        if self.used < len(rolls):
            raise InputError.single(
                f"changes[{place}].rolls",
                Text(
                    "lists {listed} rolls, of which {used} are rolled; leave the others out",
                    listed=len(rolls),
                    used=self.used,
                ),
            )
