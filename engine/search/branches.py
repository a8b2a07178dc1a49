"""What if: a battle replayed with one change, during or before it (SEARCH.md)."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from copy import deepcopy
from itertools import islice
from typing import Any, Final

import msgspec

from engine.core.battle import Recording, recording_of
from engine.core.battlefile import Moment, Reordering, UnitsLeft, read_battle, too_late, with_army
from engine.core.changes import Roll, read_order
from engine.core.errors import InputError, Problem, Text
from engine.core.events import SIDES, SideId
from engine.core.reading import Members, Reader
from engine.core.ruleset import Battle, RoundOrders
from engine.rulesets import battle_of, rulesets
from engine.search.orders import nearest_first
from engine.search.shares import Arrangements, Places
from engine.search.work import Progress, Stop, Workers

PLAYED_MOST: Final = 5_040  # orders played to find a winning one: all those of seven units
KINDS: Final = ("seed", "rolls", "order", "army", "orders")
OF_A_SIDE: Final = ("order", "army", "orders")


class WinningOrder(msgspec.Struct, frozen=True):
    order: Places | None  # places in its army, from 0; None if none of the tried orders wins
    tried: int  # number of orders played, beginning with those nearest to the army's own
    of: int  # number of orders; orders that only swap equal units count as one


class PlayedBattle:
    """A played battle with all its rolls, from which branches start. Raises InputError."""

    def __init__(self, source: Any) -> None:
        recorded = source if isinstance(source, Recording) else None
        if recorded is not None:
            source = recorded.header.battle
        self.battle = battle_of(source)
        self.draws: list[Roll] = []
        self.orders = Reordering(self.battle.ruleset, self.battle.changes)
        self.recording = recording_of(self.battle, self.draws.append, self.orders)
        if recorded is not None and recorded.events != self.recording.events:
            raise InputError.single(
                "", "was played by older rules; play it again, and change the new battle"
            )

    def branch(self, at: int = 0, change: Mapping[str, Any] | None = None) -> Recording:
        """Return the battle with one change; events before number `at` stay as they are.

        Dice fixed by earlier changes from `at` on are dropped. Raises InputError for an impossible
        change or moment.
        """
        if not change:
            self._check(at)
            return self.recording
        battle = self.changed(at, change)
        with _requested_paths(battle.document):
            return recording_of(battle)

    def changed(self, at: int, change: Mapping[str, Any]) -> Battle:
        self._check(at)
        root = Reader(change)
        members = root.mapping(("side", *KINDS))
        kinds = [kind for kind in KINDS if kind in members]
        if len(kinds) == 2 and kinds[0] == "seed" and kinds[1] in OF_A_SIDE:
            kinds = kinds[1:]
        if len(kinds) != 1 and not root.problems:
            root.fail(
                "takes one change: 'seed', 'rolls', 'order', 'army' or 'orders', the last three "
                "also with a 'seed'"
            )
        root.finish()
        (kind,) = kinds
        side = self._side(root, members, kind)
        line_up = self.battle.ruleset.line_up
        can_line_up = line_up and (kind == "order" or (kind == "army" and line_up.replace))
        document, reader = self._before(at), members[kind]
        if kind in ("seed", "rolls"):
            if not any(draw.at >= at for draw in self.draws):
                reader.fail("nothing is rolled from event {at} on; choose an earlier one", at=at)
            document = _with_change(document, {"at": at, kind: reader.value})
        elif at and can_line_up:
            document = self._with_units_left(at, side, reader, kind)
        elif kind == "orders":
            document = self._with_orders(document, at, side, reader)
        else:
            document = self._with_army(document, at, side, reader, kind)
        root.finish()
        if kind in OF_A_SIDE and "seed" in members:
            is_later = kind in ("order", "army") and at
            first = document["changes"][-1]["at"] if is_later else at
            document = _with_change(document, {"at": first, "seed": members["seed"].value})
        with _requested_paths(document):
            return read_battle(document, rulesets())

    def moment(self, at: int) -> Moment | None:
        """Return the first moment from event `at` on when units can be reordered, or None."""
        self._check(at)
        return next((moment for moment in self.orders.moments if moment.at >= at), None)

    def last_moment(self, at: int) -> Moment | None:
        """Return the last moment up to event `at` when units can be reordered, else the first."""
        self._check(at)
        moments = self.orders.moments
        return next((m for m in reversed(moments) if m.at <= at), moments[0] if moments else None)

    def asked(self, at: int) -> tuple[RoundOrders, ...]:
        """Return the sides' orders in the round of event `at`, or in the first one."""
        self._check(at)
        asked = self.battle.ruleset.asked
        return () if asked is None else asked(self.battle.setup, self.recording.events, at)

    def winning_order(
        self,
        side: SideId,
        most: int = PLAYED_MOST,
        *,
        at: int = 0,
        progress: Progress | None = None,
        stop: Stop | None = None,
    ) -> WinningOrder:
        """Return the first order with which a side wins with the same dice, among `most` tried.

        Orders that differ from the army's own by a swap or a move come first, then all others. With
        `at`, it is the order of the units left at that event. Raises StoppedError.
        """
        units = self._units(side, "side")
        left = UnitsLeft(tuple(range(len(units))), 0)
        if at:
            moment = self.moment(at)
            if moment is None:
                raise InputError.single("at", too_late(at))
            left = moment.left[side]
        front, free = left.places[: left.held], left.places[left.held :]
        # During a battle, equal units differ in their dice and in their remaining hits.
        army = Arrangements(free if at else units)
        of, tried, work = army.count - 1, 0, Workers(1, stop, None, progress)
        for found in islice(nearest_first(army, tuple(range(army.size))), most):
            work.raise_if_stopped()
            work.report(tried, min(most, of))
            tried += 1
            order = (*front, *(free[place] for place in found))
            played = recording_of(self.changed(at, {"side": side, "order": list(order)}))
            if played.result.winner == side:
                return WinningOrder(order, tried, of)
        return WinningOrder(None, tried, of)

    def _check(self, at: int) -> None:
        last = len(self.recording.events) - 1
        if not 0 <= at <= last:
            raise InputError.single(
                "at",
                "is {at}; the battle ends with event {last}, so give one from 0 to {last}",
                at=at,
                last=last,
            )

    def _side(self, root: Reader, members: Members, kind: str) -> SideId:
        if kind not in OF_A_SIDE:
            if "side" in members:
                members["side"].fail("is not needed: dice belong to both sides; leave it out")
            return "a"
        if "side" not in members:
            root.child("side").fail("is missing; give a or b")
        return members["side"].word(SIDES, "side") or "a"

    def _before(self, at: int) -> dict[str, Any]:
        """Return the battle file with the dice chosen for events before this one."""
        document = deepcopy(self.battle.document)
        if self.battle.rolls:
            document["rolls"] = document["rolls"][: self._rolled(0, at)]
        kept = []
        rows = zip(document.get("changes", ()), self.battle.changes, strict=True)
        for place, (row, change) in enumerate(rows):
            if change.is_of_units:
                kept += [row] if self.orders.taken[place] < at else []
                continue
            rolled = len(change.rolls) and self._rolled(change.at, at)
            if change.rolls:
                row = {**row, "rolls": row["rolls"][:rolled]}
            if change.at <= at and (rolled or change.seed is not None):
                kept.append(row)
        document["changes"] = kept
        return {k: v for k, v in document.items() if v or k not in ("rolls", "changes")}

    def _rolled(self, first: int, at: int) -> int:
        """Return the number of rolls for events from `first` up to, but not including, `at`."""
        return sum(first <= draw.at < at for draw in self.draws)

    def _with_units_left(self, at: int, side: SideId, reader: Reader, kind: str) -> dict[str, Any]:
        if kind == "order":
            replacement_count = sum(len(change.replacements) for change in self.battle.changes)
            read_order(reader, len(self._units(side, reader.path)) + replacement_count)
        moment = self.moment(at)
        if moment is None:
            reader.fail(too_late(at))
            return self.battle.document
        row = {"at": moment.at, "side": side, kind: reader.value}
        return _with_change(self._before(moment.at), row)

    def _with_orders(
        self, document: dict[str, Any], at: int, side: SideId, reader: Reader
    ) -> dict[str, Any]:
        with_orders = self.battle.ruleset.with_orders
        if with_orders is None:
            reader.fail("are for games in which sides give orders; change dice or an army")
            return document
        return with_orders(document, self.recording.events, at, side, reader)

    def _with_army(
        self, document: dict[str, Any], at: int, side: SideId, reader: Reader, kind: str
    ) -> dict[str, Any]:
        if at:
            reader.fail("is changed before the battle; give 0 as the moment, not {at}", at=at)
        place = SIDES.index(side)
        if kind == "army":
            return with_army(document, place, reader.value)
        units = self._units(side, reader.path)
        order = read_order(reader, len(units))
        army = document["sides"][place]["army"]
        lined_up = {str(self.battle.ruleset.ordered): [units[k] for k in order]}
        return with_army(document, place, {**army, **lined_up})

    def _units(self, side: SideId, path: str) -> Sequence[Any]:
        key = self.battle.ruleset.ordered
        if key is None:
            game = Text(self.battle.ruleset.name)
            raise InputError.single(
                path, "is for games whose units fight in an order; {game} has none", game=game
            )
        units: list[Any] = self.battle.document["sides"][SIDES.index(side)]["army"][key]
        return units


def _with_change(document: dict[str, Any], row: Mapping[str, Any]) -> dict[str, Any]:
    return {**document, "changes": [*document.get("changes", ()), row]}


def branch(source: Any, at: int = 0, change: Mapping[str, Any] | None = None) -> Recording:
    """Return a battle replayed with one change; events before number `at` stay as they are.

    `source` is a battle file with a seed, a Battle, or a Recording. `change` has one of: `seed` or
    `rolls` (results from 0; None keeps a roll) for the dice from event `at` on; or with `side` an
    `order` (places in the army from 0; before the battle, unlisted units stay out; later, all units
    left must be listed), an `army` (later, only units that have not fought may differ), or `orders`
    for the next round. Changes of a side keep all dice, unless `seed` is given as well: then the
    dice are new from there on. Raises InputError.
    """
    return PlayedBattle(source).branch(at, change)


@contextmanager
def _requested_paths(document: Mapping[str, Any]) -> Iterator[None]:
    """Report problems of the file's last changes by the path of the requested change."""
    try:
        yield
    except InputError as error:
        count = len(document.get("changes", ()))
        asked = tuple(f"changes[{place}]." for place in (count - 2, count - 1))
        raise InputError(
            Problem(path.partition(".")[2] if path.startswith(asked) else path, words)
            for path, words in error.problems
        ) from None
