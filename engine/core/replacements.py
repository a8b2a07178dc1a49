"""Unit replacements requested by a battle file's `changes`.

Each change lists a side's whole army, so that all rules for armies apply to it.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from engine.core.changes import Change, Replacement
from engine.core.errors import InputError, Problem
from engine.core.events import SIDES, SideId
from engine.core.reading import Reader
from engine.core.ruleset import Ruleset
from engine.core.text import Text


def with_replacements(
    ruleset: Ruleset[Any, Any], document: Mapping[str, Any], setup: Any, changes: Sequence[Change]
) -> tuple[Change, ...]:
    """Return the changes of a battle file, each with its replacements.

    Raises InputError for an army that breaks the rules, or that changes anything but units.
    """
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
        self, ruleset: Ruleset[Any, Any], document: Mapping[str, Any], setup: Any, side: SideId
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
                path, Text("cannot be changed during a battle of this game; change it before")
            )
        setup = self._read(army, path)
        self._refuse_others(army, path)
        rows = [*self._changed(army, setup)]
        if not rows:
            raise InputError.single(
                path, Text("is the army as it stands; change a unit that has not fought yet")
            )
        replacements = []
        for row in rows:
            self.assigned += 1
            replacements.append(
                Replacement(row, self.ids[row], f"{self.side}{self.assigned}", setup)
            )
            self.ids[row] = f"{self.side}{self.assigned}"
        self.army, self.setup = army, setup
        return tuple(replacements)

    def _refuse_others(self, army: Mapping[str, Any], path: str) -> None:
        """Raise InputError if anything but units has changed."""
        now, before = (one[self.listed] for one in (army, self.army))
        if len(now) != len(before):
            text = Text(
                "has {count} units in place of {before}: in the middle of a battle each has its "
                "place",
                count=len(now),
                before=len(before),
            )
            raise InputError.single(f"{path}.{self.listed}", text)
        for key in sorted({*army, *self.army} - {self.listed, "name"}):
            if (army.get(key) or None) != (self.army.get(key) or None):
                text = Text("stays as it is in the middle of a battle; change units alone")
                raise InputError.single(f"{path}.{key}", text)

    def _changed(self, army: Mapping[str, Any], setup: Any) -> Iterator[int]:
        """Yield the rows whose unit differs."""
        pairs = zip(army[self.listed], self.army[self.listed], strict=True)
        now, then = self._units(setup), self._units(self.setup)
        for row, (written, before) in enumerate(pairs):
            # The same unit can be written in two ways, and a unit can change through its neighbours
            # alone.
            if written != before and now[row] != then[row]:
                yield row

    def _units(self, setup: Any) -> Sequence[Any]:
        units: Sequence[Any] = getattr(getattr(setup, self.side), self.listed)
        return units

    def _read(self, army: Mapping[str, Any], path: str) -> Any:
        sides = [*self.document["sides"]]
        sides[self.place] = {**sides[self.place], "army": army}
        root = Reader({**self.document, "sides": sides})
        setup = self.ruleset.read({key: root.child(key) for key in self.document})
        own = f"sides[{self.place}].army"
        if root.problems:
            raise InputError(
                Problem(path + place.removeprefix(own), words) for place, words in root.problems
            )
        return setup
