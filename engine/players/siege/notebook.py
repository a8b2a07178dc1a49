"""A viewer's knowledge of the hidden units, and a player's previews of its orders (D7)."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import Final, Literal, NamedTuple, TypeAlias

import msgspec

from engine.core.events import SIDES, SideId
from engine.players.siege.kernel.inference import Rank, Sight, knowledge, sight_of_view
from engine.players.siege.kernel.possible import Case
from engine.rulesets.siege import rules as r
from engine.rulesets.siege.events import LETTERS, STATS, Letter, Order, Stat
from engine.rulesets.siege.state import Besieged, Meeting, View


class Span(msgspec.Struct, frozen=True, gc=False):
    """All possible values of a stat."""

    low: int  # the lowest of them
    high: int  # the highest of them
    values: tuple[int, ...]  # all of them, in order; numbers between low and high may be missing


class StatKnown(msgspec.Struct, frozen=True):
    now: Span  # its possible current values
    start: Span  # its possible values at the start; 0 for EXH


class RoundKnown(msgspec.Struct, frozen=True):
    """The facts that a round revealed to all."""

    number: int  # the round, from 1
    meetings: tuple[Meeting, ...]  # the pairs of units that fought
    defenders: dict[SideId, tuple[str, ...]]  # by side, ids of the units that defended its castle
    besieged: Besieged | None  # the siege, or null if there was none


class Notebook(msgspec.Struct, frozen=True):
    """Everything that follows from what was revealed to a viewer."""

    viewer: SideId | None  # the side, or null for a spectator
    # whether every listed value is possible. If not, there were too many cases to work out: all
    # possible values are listed, but perhaps others too
    exact: bool
    cases: float  # number of possible states of all hidden units together
    rounds: tuple[RoundKnown, ...]  # the facts revealed in each round
    # by id of each hidden unit, and by stat, its possible values
    units: dict[str, dict[Stat, StatKnown]]


def notebook(sight: Sight) -> Notebook:
    """Return the notebook of a viewer; it contains only what the viewer can know.

    It takes some hundredths of a second per new round for a player, and up to some seconds for a
    spectator. Rounds are cached.
    """
    known = knowledge(sight)
    units = {
        f"{side}{letter}": _unit(known.cases(len(LETTERS) * row + place))
        for row, side in enumerate(sight.hidden)
        for place, letter in enumerate(LETTERS)
    }
    rounds = tuple(
        RoundKnown(n, facts.meetings, dict(zip(SIDES, facts.guards, strict=True)), facts.besieged)
        for n, facts in enumerate(sight.rounds, start=1)
    )
    return Notebook(sight.viewer, known.exact, known.number(), rounds, units)


def _unit(cases: list[Case]) -> dict[Stat, StatKnown]:
    starts, nows = ((*start, 0) for start, _ in cases), (now for _, now in cases)
    columns = zip(STATS, zip(*nows, strict=True), zip(*starts, strict=True), strict=True)
    return {stat: StatKnown(_span(now), _span(start)) for stat, now, start in columns}


def _span(values: Iterable[int]) -> Span:
    distinct = tuple(sorted(set(values)))
    return Span(distinct[0], distinct[-1], distinct)


Place = Literal["fight", "castle", "open", "wall", "quiet", "rest"]
Letters: TypeAlias = tuple[Letter, ...]
Applied: TypeAlias = tuple[r.Row | None, tuple[r.Effect, ...]]  # a row, and its effects on a unit


class Result(msgspec.Struct, frozen=True, gc=False):
    row: str | None  # the row of the tables that applies, or null
    changes: dict[Stat, int]  # by stat, what the unit gains or loses; unchanged stats are left out


class Outlook(msgspec.Struct, frozen=True, gc=False):
    # a fight against an enemy attacker; the enemy's castle, defended or open, if no attacker is
    # left to meet; the own wall if it is attacked, or quiet; or rest
    place: Place
    units: Letters  # letters of the enemy units that it may meet there
    best: Result  # the best possible result for the unit
    worst: Result  # the worst possible result; the same as best if there is only one
    rows: tuple[str, ...]  # every row that may apply, in the order of the tables


class _Force(NamedTuple):
    """Units that act together: their number, and the sum of the stat that counts."""

    number: int
    sum: int


NO_FORCE: Final = _Force(0, 0)


def previews(view: View) -> dict[Letter, dict[Order, tuple[Outlook, ...]]]:
    """Return the outlooks by own unit and allowed order in the next round; "none" has no outlook.

    All orders of the other units are considered, so that a preview is true whatever they do. Enemy
    units are considered independently: a preview may include results that the notebook's
    combinations exclude, and never omits a possible one.
    """
    known = knowledge(sight_of_view(view))
    enemy = [{now for _, now in known.cases(place)} for place in range(len(LETTERS))]
    foresight = _Foresight(view.own, enemy, view.tables)
    return {
        letter: {
            order: tuple(foresight.outlooks(place, order))
            for order in ("attack", "defend", "recover")
            if r.ALLOWED[order](view.own[place])
        }
        for place, letter in enumerate(LETTERS)
    }


class _Foresight(NamedTuple):
    """The values of the own units, and the possible ones of each enemy unit."""

    own: r.Five
    enemy: Sequence[set[r.Stats]]
    tables: r.Tables

    def outlooks(self, place: int, order: Order) -> Iterator[Outlook]:
        if order == "recover":
            yield self._rest(place)
        elif order == "attack":
            if attackers := self._letters("attack"):
                yield self._fight(self.own[place], attackers)
            yield from self._sieges(place, ("castle", "open"), "defend")
        else:
            yield from self._sieges(place, ("wall", "quiet"), "attack")

    def _sieges(self, place: int, where: tuple[Place, Place], order: Order) -> Iterator[Outlook]:
        """Yield the outlooks at a castle with and without enemy units under this order."""
        met, alone = where
        forces = self._forces(order, r.DEF if order == "defend" else r.ATK) - {NO_FORCE}
        if forces:
            yield self._siege(place, met, self._letters(order), forces)
        yield self._siege(place, alone, (), {NO_FORCE})

    def _letters(self, order: Order) -> Letters:
        """Return the enemy units that can get this order."""
        may, units = r.ALLOWED[order], zip(LETTERS, self.enemy, strict=True)
        return tuple(letter for letter, cases in units if any(map(may, cases)))

    def _fight(self, unit: r.Stats, attackers: Letters) -> Outlook:
        foes = {foe for cases in self.enemy for foe in cases if r.ALLOWED["attack"](foe)}
        rows = {self.tables.fight(unit, foe) for foe in foes}
        results = [(row, row.effects if row else ()) for row in rows]
        return _outlook("fight", unit, attackers, results, self.tables.battle)

    def _forces(self, order: Order, stat: int) -> set[_Force]:
        """Return all forces of enemy units when any of them get this order."""
        found = {NO_FORCE}
        for cases in self.enemy:
            values = {unit[stat] for unit in cases if r.ALLOWED[order](unit)}
            found |= {_Force(one.number + 1, one.sum + value) for one in found for value in values}
        return found

    def _siege(self, place: int, where: Place, units: Letters, enemy: set[_Force]) -> Outlook:
        is_attack = where in ("castle", "open")
        who = "attacker" if is_attack else "defender"
        results: set[Applied] = set()
        for own, is_first in self._own_forces(place, "attack" if is_attack else "defend"):
            targets = (f"each_{who}", f"top_{who}") if is_first else (f"each_{who}",)
            for other in enemy:
                by, on = (own, other) if is_attack else (other, own)
                row = self.tables.assault(by.sum, on.sum, by.number, on.number)
                effects = row.effects if row else ()
                results.add((row, tuple(one for one in effects if one.target in targets)))
        return _outlook(where, self.own[place], units, results, self.tables.siege)

    def _others(self, place: int, order: Order) -> list[int]:
        may = r.ALLOWED[order]
        return [k for k, unit in enumerate(self.own) if k != place and may(unit)]

    def _own_forces(self, place: int, order: Order) -> set[tuple[_Force, bool]]:
        """Return the unit's forces with others of its side, and whether it ranks first in each."""
        stat = r.ATK if order == "attack" else r.DEF
        others = self._others(place, order)
        return {
            (
                _Force(1 + size, sum(self.own[k][stat] for k in (place, *some))),
                all(self._ranks_before(r.siege_rank, place, k) for k in some),
            )
            for size in range(len(others) + 1)
            for some in combinations(others, size)
        }

    def _ranks_before(self, rank: Rank, one: int, two: int) -> bool:
        return (rank(self.own[one]), one) < (rank(self.own[two]), two)

    def _rest(self, place: int) -> Outlook:
        """Return the outlook of recovering; only the first unit to recover pays nothing."""
        others = self._others(place, "recover")
        pays = any(self._ranks_before(r.rest_rank, k, place) for k in others)
        results = [(None, r.REST), *([(None, r.PAID_REST)] if pays else [])]
        return _outlook("rest", self.own[place], (), results, ())


def _outlook(
    place: Place, unit: r.Stats, units: Letters, results: Iterable[Applied], table: Sequence[r.Row]
) -> Outlook:
    choices = list(results)
    ranked = sorted(
        (_result(unit, row, effects) for row, effects in choices),
        key=lambda result: (-_worth(result), result.row or "", sorted(result.changes.items())),
    )
    may = {row.id for row, _ in choices if row}
    rows = tuple(row.id for row in table if row.id in may)
    return Outlook(place, units, ranked[0], ranked[-1], rows)


def _result(unit: r.Stats, row: r.Row | None, effects: Sequence[r.Effect]) -> Result:
    values = zip(STATS, unit, r.with_effects(unit, effects), strict=True)
    changes: dict[Stat, int] = {stat: now - was for stat, was, now in values if now != was}
    return Result(row.id if row else None, changes)


def _worth(result: Result) -> int:
    """Return the change of the total by which a match is decided (D6)."""
    return sum(-delta if stat == STATS[r.EXH] else delta for stat, delta in result.changes.items())
