"""Changes of a battle's dice from a moment on: what makes a branch of a battle that was played.

A moment is the number of an event: the first one that may come out differently. Dice that are not
changed stay as they were, since each follows from its own key (DECISIONS.md, D-028, D-107).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from engine.core.errors import InputError
from engine.core.reading import Reader
from engine.core.rng import Rng, Seeded
from engine.core.text import Text

CHANGES_MOST: Final = 1_000
ROLLS_MOST: Final = 10_000
RESULT_MOST: Final = 2**32 - 1
"""Of a roll that is changed: a bot's dice have the most sides."""
EVENT_MOST: Final = 9_999_999


@dataclass(frozen=True, slots=True)
class Change:
    """Other dice from an event on: the next rolls, or all of them by another seed.

    at: number of the first event for which they are rolled.
    rolls: results from 0; None leaves a roll as it is.
    seed: of all rolls from there on; None for the one that holds.
    """

    at: int
    rolls: tuple[int | None, ...] = ()
    seed: int | None = None


class Draw(NamedTuple):
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
        members = row.mapping(("at", "rolls", "seed"), required=("at",))
        at = members["at"].integer(0, EVENT_MOST) if "at" in members else 0
        if changes and at < changes[-1].at:
            row.fail("comes before the change above it; put changes in the order of their events")
        if members and len({"rolls", "seed"} & members.keys()) != 1:
            row.fail("takes 'rolls' or 'seed', one of them")
        rolls = read_rolls(members["rolls"]) if "rolls" in members else ()
        seed = members["seed"].integer(0, seed_most) if "seed" in members else None
        changes.append(Change(at, rolls, seed))
    return tuple(changes)


def read_rolls(reader: Reader) -> tuple[int | None, ...]:
    """Results from 0, and null for each roll that stays as it is."""
    rows = reader.sequence(1, ROLLS_MOST, "rolls")
    return tuple(None if row.value is None else row.integer(0, RESULT_MOST) for row in rows)


class Changed:
    """Dice with changes. Whoever plays says by `at` for which event they are rolled."""

    def __init__(
        self,
        rest: Rng,
        changes: Sequence[Change] = (),
        note: Callable[[Draw], object] | None = None,
    ) -> None:
        self.at = 0
        self.rest = rest
        self.changes = changes
        self.note = note
        self.begun = 0
        """How many of the changes hold by now."""
        self.used = 0
        """How many rolls of the last one of them were rolled."""

    def below(self, n: int, what_for: str, who: str, /) -> int:
        """The next roll. Raises InputError for a listed one that is not below n."""
        while self.begun < len(self.changes) and self.changes[self.begun].at <= self.at:
            self._refuse_left_over()
            seed = self.changes[self.begun].seed
            if seed is not None:
                self.rest = Seeded(seed)
            self.begun += 1
            self.used = 0
        # The others roll for a listed one, too, so that they count it for this key.
        roll = self.rest.below(n, what_for, who)
        if self.begun:
            roll = self._listed(roll, n, what_for)
        if self.note is not None:
            self.note(Draw(self.at, what_for, who, n, roll))
        return roll

    def finish(self) -> None:
        """Raises InputError unless every change came to be, and every listed roll was rolled."""
        self._refuse_left_over()
        if self.begun < len(self.changes):
            at = self.changes[self.begun].at
            raise InputError.single(
                f"changes[{self.begun}].at",
                Text("nothing is rolled from event {at} on; choose an earlier one", at=at),
            )

    def _listed(self, roll: int, n: int, what_for: str) -> int:
        rolls = self.changes[self.begun - 1].rolls
        if self.used >= len(rolls):
            return roll
        listed = rolls[self.used]
        self.used += 1
        if listed is None:
            return roll
        if listed >= n:
            raise InputError.single(
                f"changes[{self.begun - 1}].rolls[{self.used - 1}]",
                Text(
                    "is {listed}; this roll, for '{what_for}', is from 0 to {most}",
                    listed=listed,
                    what_for=what_for,
                    most=n - 1,
                ),
            )
        return listed

    def _refuse_left_over(self) -> None:
        rolls = self.changes[self.begun - 1].rolls if self.begun else ()
        if self.used < len(rolls):
            raise InputError.single(
                f"changes[{self.begun - 1}].rolls",
                Text(
                    "lists {listed} rolls, of which {used} are rolled; leave the others out",
                    listed=len(rolls),
                    used=self.used,
                ),
            )
