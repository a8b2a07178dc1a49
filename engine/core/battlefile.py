"""The battle file, the format that people write, and reorders and replacements in its `changes`."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import replace
from functools import partial
from typing import Any, Final, NamedTuple

from engine.core.changes import ROLLS_MOST, Change, Replacement, read_changes
from engine.core.errors import InputError, Problem, Text
from engine.core.events import SIDES, SideId, Stage
from engine.core.reading import NAME_MOST, Members, Reader, decode
from engine.core.ruleset import DICE, SEED_MOST, AnyRuleset, Battle


class UnitsLeft(NamedTuple):
    """A side's units left, by place, in fighting order; the first `held` stay in front."""

    places: tuple[int, ...]
    held: int


class FreshUnit(NamedTuple):
    """A unit that has not fought: its place in the army (replacements last) and row in the list."""

    place: int
    row: int


class Moment(NamedTuple):
    """A moment when orders can be changed: before event `at`, with the units left of each side."""

    at: int
    left: dict[SideId, UnitsLeft]
    # by side, the replaceable units; None if the game has no replacements
    fresh: dict[SideId, tuple[FreshUnit, ...]] | None


def too_late(at: int) -> Text:
    """Return the error for a reorder requested after its last possible event."""
    return Text("no units can be reordered from event {at} on; choose an earlier one", at=at)


class Reordering:
    """Applies the orders in a battle file's changes; the player of the battle advances `at`.

    An order takes effect before the first possible stage from its moment on. `moments` lists all
    possible moments, `taken` maps the index of a change to the event at which it took effect.
    """

    def __init__(self, ruleset: AnyRuleset, changes: Sequence[Change] = ()) -> None:
        self.at = 0
        self.listed = ruleset.ordered
        self.line_up: Any = ruleset.line_up  # a LineUp, or None
        self.changes = [(k, change) for k, change in enumerate(changes) if change.is_of_units]
        self.moments: list[Moment] = []
        self.taken: dict[int, int] = {}
        self.rows: dict[str, int] = {}  # the army rows of replacements, by unit id
        if self.changes and self.line_up is None:
            raise InputError.single(
                f"changes[{self.changes[0][0]}].order",
                "cannot be changed during a battle of this game; change the army instead",
            )

    def before(self, stage: Stage[Any], state: Any) -> Iterable[Stage[Any]]:
        """Yield the changes that are due, if this stage allows them."""
        if self.line_up is None or stage not in self.line_up.before:
            return
        self._note(state)
        while self.changes and self.changes[0][1].at <= self.at:
            yield partial(self._put, *self.changes.pop(0))
            self._note(state)

    def _note(self, state: Any) -> None:
        # Stages without events make no moments of their own.
        if not self.moments or self.moments[-1].at < self.at:
            left = {side: self._left(state, side) for side in SIDES}
            fresh = None
            if self.line_up.fresh:
                fresh = {s: tuple(map(self._unit, self.line_up.fresh(state, s))) for s in SIDES}
            self.moments.append(Moment(self.at, left, fresh))

    def _unit(self, id_: str) -> FreshUnit:
        place = int(id_[1:]) - 1
        return FreshUnit(place, self.rows.get(id_, place))

    def _left(self, state: Any, side: SideId) -> UnitsLeft:
        ids, held = self.line_up.left(state, side)
        return UnitsLeft(tuple(int(id_[1:]) - 1 for id_ in ids), held)

    def finish(self) -> None:
        """Raise InputError unless every change took effect."""
        for place, change in self.changes:
            raise InputError.single(f"changes[{place}].at", too_late(change.at))

    def _put(self, place: int, change: Change, state: Any, rng: Any) -> Any:
        if change.army is not None:
            return self._replace(place, change, state, rng)
        left = self._left(state, change.side)
        where = f"changes[{place}].order"
        if sorted(change.order) != sorted(left.places):
            raise InputError.single(
                where,
                "must list the units that are left, each once: {places}",
                places=", ".join(map(str, left.places)),
            )
        front = left.places[: left.held]
        if change.order[: left.held] != front:
            raise InputError.single(
                where,
                "must begin with {places}: fighting units stay in front",
                places=", ".join(map(str, front)),
            )
        self.taken[place] = self.at
        ids = tuple(f"{change.side}{number + 1}" for number in change.order)
        return self.line_up.stage(change.side, ids, state, rng)

    def _replace(self, place: int, change: Change, state: Any, rng: Any) -> Any:
        fresh = self.line_up.fresh(state, change.side)
        for replacement in change.replacements:
            if replacement.old_id not in fresh:
                raise InputError.single(
                    f"changes[{place}].army.{self.listed}[{replacement.row}]",
                    "has fought already, or is fighting, and stays as it is",
                )
        self.taken[place] = self.at
        self.rows |= {replacement.new_id: replacement.row for replacement in change.replacements}
        return self.line_up.replace(change.side, change.replacements, state, rng)


def with_replacements(
    ruleset: AnyRuleset, document: Mapping[str, Any], setup: Any, changes: Sequence[Change]
) -> tuple[Change, ...]:
    """Return a battle file's changes with their replacements. Raises InputError."""
    if not any(change.army is not None for change in changes):
        return tuple(changes)
    armies = {side: _Army(ruleset, document, setup, side) for side in SIDES}
    return tuple(
        change
        if change.army is None
        else replace(
            change, replacements=armies[change.side].change(change.army, f"changes[{k}].army")
        )
        for k, change in enumerate(changes)
    )


class _Army:
    """A side's army while it changes: the unit ids of its rows, and the number of ids assigned."""

    def __init__(
        self, ruleset: AnyRuleset, document: Mapping[str, Any], setup: Any, side: SideId
    ) -> None:
        self.ruleset = ruleset
        self.setup = setup
        self.document = document
        self.side: SideId = side
        self.place = SIDES.index(side)
        self.army: Mapping[str, Any] = document["sides"][self.place]["army"]
        self.listed = str(ruleset.ordered)
        self.ids = [f"{side}{n}" for n, _ in enumerate(self.army.get(self.listed, ()), start=1)]
        self.assigned = len(self.ids)

    def change(self, army: Mapping[str, Any], path: str) -> tuple[Replacement, ...]:
        line_up = self.ruleset.line_up
        if line_up is None or line_up.replace is None:
            raise InputError.single(
                path, "cannot be changed during a battle of this game; change it before"
            )
        setup = self._read(army, path)
        self._refuse_others(army, path)
        rows = [*self._changed(army, setup)]
        if not rows:
            raise InputError.single(path, "is the same army; change a unit that has not fought yet")
        replacements = []
        for row in rows:
            self.assigned += 1
            new_id = f"{self.side}{self.assigned}"
            replacements.append(Replacement(row, self.ids[row], new_id, setup))
            self.ids[row] = new_id
        self.army, self.setup = army, setup
        return tuple(replacements)

    def _refuse_others(self, army: Mapping[str, Any], path: str) -> None:
        """Raise InputError if anything but units has changed."""
        now, before = (one[self.listed] for one in (army, self.army))
        if len(now) != len(before):
            raise InputError.single(
                f"{path}.{self.listed}",
                "has {count} units instead of {before}; their number cannot change during a battle",
                count=len(now),
                before=len(before),
            )
        for key in sorted({*army, *self.army} - {self.listed, "name"}):
            if (army.get(key) or None) != (self.army.get(key) or None):
                raise InputError.single(
                    f"{path}.{key}", "cannot change during a battle; change only units"
                )

    def _changed(self, army: Mapping[str, Any], setup: Any) -> Iterator[int]:
        pairs = zip(army[self.listed], self.army[self.listed], strict=True)
        now, then = self._units(setup), self._units(self.setup)
        for row, (written, before) in enumerate(pairs):
            # A unit can be written in two ways, and can change through its neighbours alone.
            if written != before and now[row] != then[row]:
                yield row

    def _units(self, setup: Any) -> Sequence[Any]:
        units: Sequence[Any] = getattr(getattr(setup, self.side), self.listed)
        return units

    def _read(self, army: Mapping[str, Any], path: str) -> Any:
        root = Reader(with_army(self.document, self.place, army))
        setup = self.ruleset.read(root.members())
        own = f"sides[{self.place}].army"
        if root.problems:
            raise InputError(
                Problem(path + place.removeprefix(own), words) for place, words in root.problems
            )
        return setup


ROLL_MOST: Final = 999


def terms_of(document: Mapping[str, Any]) -> dict[str, Any]:
    """Return the ruleset and terms of a battle file: everything except dice and sides."""
    return {key: value for key, value in document.items() if key not in (*DICE, "sides")}


def read_battle(source: Any, rulesets: Mapping[str, AnyRuleset]) -> Battle:
    """Return the battle in JSON text or a decoded document. Raises InputError with all problems."""
    document = decode(source) if isinstance(source, bytes | str) else source
    root = Reader(document)
    shape = Text("a battle file is a JSON object with 'ruleset' and 'sides'")
    ruleset = read_ruleset(root, rulesets, shape)
    fields = root.mapping(("ruleset", *DICE, "sides", *ruleset.battle_keys), required=("sides",))
    seed = fields["seed"].integer(0, SEED_MOST) if "seed" in fields else None
    rows = fields["rolls"].sequence(0, ROLLS_MOST, "rolls")
    rolls = tuple(row.integer(0, ROLL_MOST) for row in rows)
    changes = read_changes(fields["changes"], SEED_MOST)
    setup = ruleset.read(fields)
    root.finish()
    changes = with_replacements(ruleset, document, setup, changes)
    # Later changes to the caller's object must have no effect. The ruleset has accepted the
    # document, so it is neither deep nor large.
    return Battle(ruleset, setup, seed, deepcopy(document), rolls, changes)


def read_ruleset(root: Reader, rulesets: Mapping[str, AnyRuleset], shape: Text) -> AnyRuleset:
    """Return the ruleset that a document names. Raises InputError, with `shape` for no object."""
    if not isinstance(root.value, dict):
        root.fail(shape)
    elif "ruleset" not in root.value:
        root.child("ruleset").fail("is missing; there are {listed}", listed=", ".join(rulesets))
    root.finish()
    ruleset = root.child("ruleset").choice(rulesets, "ruleset")
    root.finish()
    assert ruleset is not None
    return ruleset


def with_army(document: Mapping[str, Any], place: int, army: Mapping[str, Any]) -> dict[str, Any]:
    """Return a copy of this battle file with another army for one side, 0 or 1."""
    sides = [*document["sides"]]
    sides[place] = {**sides[place], "army": army}
    return {**document, "sides": sides}


def unique_names(names: Iterable[str]) -> Iterator[str]:
    """Yield the names, with a number behind each that was there before: `Guards (2)`."""
    seen: Counter[str] = Counter()
    for name in names:
        unique = name
        while seen[unique]:
            seen[name] += 1
            mark = f" ({seen[name]})"
            unique = name[: NAME_MOST - len(mark)] + mark
        seen[unique] += 1
        yield unique


def read_sides(fields: Mapping[str, Reader], keys: Sequence[str] = ()) -> list[tuple[str, Members]]:
    """Return name and members of both sides, which need an 'army'; no members for no two sides."""
    rows = fields["sides"].sequence(2, 2, "sides")
    sides = []
    for row in rows[:2]:
        members = row.mapping(("name", "army", *keys), required=("army",))
        sides.append((members["name"].text(), members))
    return sides if len(rows) == 2 else [("", Members())] * 2
