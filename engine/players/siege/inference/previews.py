"""What each order of an own unit may meet in the round to come, as far as its player knows (D7).

Every order that the other units may get counts, so that an outlook stays true whatever they are
given. What is possible for several enemy units together is taken unit by unit: a preview may name
what the notebook's combinations rule out, and never leaves out what can happen.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations
from typing import Final, Literal, NamedTuple

import msgspec

from engine.players.siege.inference.facts import sight_of_view
from engine.players.siege.inference.rounds import PAID_REST, REST, knowledge
from engine.rulesets.siege.rules import ALLOWED, ATK, DEF, EXH, Stats, rest_rank, siege_rank
from engine.rulesets.siege.snapshot import LETTERS, STATS, Letter, Order, Stat
from engine.rulesets.siege.tables import Effect, Row, Tables, with_effects
from engine.rulesets.siege.view import View

Place = Literal["fight", "castle", "open", "wall", "quiet", "rest"]
NOBODY: Final = (0, 0)


class Result(msgspec.Struct, frozen=True, gc=False):
    """What may become of the unit.

    row: the row of the tables that does it, or null.
    changes: by stat, what the unit gains or loses; stats that stay are left out.
    """

    row: str | None
    changes: dict[Stat, int]


class Outlook(msgspec.Struct, frozen=True, gc=False):
    """What an order may lead to.

    place: a fight against an enemy attacker; the enemy's castle, defended or open, if none is left
        to meet; the own wall, if somebody comes, or else quiet; or rest.
    units: letters of the enemy units that it may meet there.
    best: the best that may become of the unit.
    worst: the worst; the same as best if there is no other.
    rows: every row that may apply, in the order of the tables.
    """

    place: Place
    units: tuple[Letter, ...]
    best: Result
    worst: Result
    rows: tuple[str, ...]


Previews = dict[Letter, dict[Order, tuple[Outlook, ...]]]


class _Force(NamedTuple):
    """Some units that act together: how many, and the sum of the stat that counts."""

    number: int
    sum: int


def previews(view: View) -> Previews:
    """By own unit and order that it may carry out, what that may meet; "none" meets nothing."""
    known = knowledge(sight_of_view(view))
    enemy = [{now for _, now in known.cases(place)} for place in range(len(LETTERS))]
    return {
        letter: {
            order: tuple(_outlooks(view, enemy, place, order))
            for order in ("attack", "defend", "recover")
            if ALLOWED[order](view.own[place])
        }
        for place, letter in enumerate(LETTERS)
    }


def _outlooks(
    view: View, enemy: Sequence[set[Stats]], place: int, order: Order
) -> Iterator[Outlook]:
    unit = view.own[place]
    if order == "recover":
        yield _rest(view, place)
        return
    if order == "attack":
        attackers = _who(enemy, ALLOWED["attack"])
        if attackers:
            yield _fight(view.tables, unit, enemy, attackers)
        yield from _sieges(view, place, ("castle", "open"), enemy, "defend")
    else:
        yield from _sieges(view, place, ("wall", "quiet"), enemy, "attack")


def _sieges(
    view: View, place: int, where: tuple[Place, Place], enemy: Sequence[set[Stats]], order: Order
) -> Iterator[Outlook]:
    """A castle where enemy units with an order are, and where none of them is."""
    met, alone = where
    forces = _forces(enemy, order, DEF if order == "defend" else ATK) - {_Force(*NOBODY)}
    if forces:
        yield _siege(view, place, met, _who(enemy, ALLOWED[order]), forces)
    yield _siege(view, place, alone, (), {_Force(*NOBODY)})


def _who(enemy: Sequence[set[Stats]], may: Callable[[Stats], bool]) -> tuple[Letter, ...]:
    return tuple(
        letter for letter, cases in zip(LETTERS, enemy, strict=True) if any(map(may, cases))
    )


def _fight(
    tables: Tables, unit: Stats, enemy: Sequence[set[Stats]], attackers: tuple[Letter, ...]
) -> Outlook:
    rows = {tables.fight(unit, foe) for cases in enemy for foe in cases if ALLOWED["attack"](foe)}
    results = [(row, row.effects if row else ()) for row in rows]
    return _outlook("fight", unit, attackers, results, tables.battle)


def _forces(enemy: Sequence[set[Stats]], order: Order, stat: int) -> set[_Force]:
    """All that enemy units may bring when any of them get this order."""
    found = {_Force(*NOBODY)}
    for cases in enemy:
        values = {unit[stat] for unit in cases if ALLOWED[order](unit)}
        found |= {
            _Force(force.number + 1, force.sum + value) for force in found for value in values
        }
    return found


def _siege(
    view: View, place: int, where: Place, units: tuple[Letter, ...], enemy: set[_Force]
) -> Outlook:
    is_attack = where in ("castle", "open")
    who = "attacker" if is_attack else "defender"
    results: set[tuple[Row | None, tuple[Effect, ...]]] = set()
    for own, is_first in _own_forces(view, place, "attack" if is_attack else "defend"):
        targets = (f"each_{who}", f"top_{who}") if is_first else (f"each_{who}",)
        for other in enemy:
            by, on = (own, other) if is_attack else (other, own)
            row = view.tables.assault(by.sum, on.sum, by.number, on.number)
            effects = row.effects if row else ()
            results.add((row, tuple(one for one in effects if one.target in targets)))
    unit = view.own[place]
    rows = view.tables.siege
    return _outlook(where, unit, units, results, rows)


def _own_forces(view: View, place: int, order: Order) -> set[tuple[_Force, bool]]:
    """What the unit may bring together with others of its side, and if it ranks first of them."""
    stat = ATK if order == "attack" else DEF
    others = [k for k, unit in enumerate(view.own) if k != place and ALLOWED[order](unit)]

    def rank(k: int) -> tuple[tuple[int, ...], int]:
        return siege_rank(view.own[k]), k

    return {
        (
            _Force(1 + size, view.own[place][stat] + sum(view.own[k][stat] for k in some)),
            all(rank(place) < rank(k) for k in some),
        )
        for size in range(len(others) + 1)
        for some in combinations(others, size)
    }


def _rest(view: View, place: int) -> Outlook:
    """One of those who recover pays nothing: alone the unit does not, after others it may."""

    def rank(k: int) -> tuple[tuple[int, ...], int]:
        return rest_rank(view.own[k]), k

    others = (k for k, unit in enumerate(view.own) if k != place and ALLOWED["recover"](unit))
    pays = any(rank(k) < rank(place) for k in others)
    results = [(None, REST), *([(None, PAID_REST)] if pays else [])]
    return _outlook("rest", view.own[place], (), results, ())


def _outlook(
    place: Place,
    unit: Stats,
    units: tuple[Letter, ...],
    results: Iterable[tuple[Row | None, tuple[Effect, ...]]],
    table: Sequence[Row],
) -> Outlook:
    apart = list(results)
    ranked = sorted(
        (_result(unit, row, effects) for row, effects in apart),
        key=lambda result: (-_worth(result), result.row or "", sorted(result.changes.items())),
    )
    may = {row.id for row, _ in apart if row}
    rows = tuple(row.id for row in table if row.id in may)
    return Outlook(place, units, ranked[0], ranked[-1], rows)


def _result(unit: Stats, row: Row | None, effects: Sequence[Effect]) -> Result:
    after = with_effects(unit, effects)
    changes = {
        stat: after[place] - unit[place]
        for place, stat in enumerate(STATS)
        if after[place] != unit[place]
    }
    return Result(row.id if row else None, changes)


def _worth(result: Result) -> int:
    """What a change does to the total by which a match is decided (D6)."""
    return sum(-delta if stat == STATS[EXH] else delta for stat, delta in result.changes.items())
