"""A second solver that checks puzzles: `python -m tests.games.warlords.second_solver`. Each unit
maps the enemy it meets to the one it leaves (W5 to W9); orders are products of these."""

import json
import sys
from collections import defaultdict
from collections.abc import Sequence
from functools import cache, partial
from itertools import permutations
from typing import Any

import engine
from engine.odds.chances import opening_state
from engine.rulesets.warlords.odds import Fighter, Front, position_of
from webapp.base import games
from webapp.searches import puzzles

MEDALS = {1: 30, 2: 26, 3: 22, 4: 18}
TOLERANCE = 1e-9
Meeting = tuple[int, Front]  # place and form of the enemy
Chances = dict[Any, float]


class Solver:
    """The chances of side a in every order of its units."""

    def __init__(self, battle: engine.Battle) -> None:
        position = position_of(opening_state(battle))
        self.die = position.die
        self.own, self.enemy = position.stacks["a"], position.stacks["b"]
        self.fight = cache(self._fight)
        self.passes = cache(self._passes)
        self.left = cache(self._left)

    def win(self, order: tuple[int, ...]) -> float:
        return 1 - sum(self.left(order).values())

    def _left(self, order: tuple[int, ...]) -> dict[Meeting, float]:
        """Which enemy is in front, and how, when all units of this order have fallen."""
        if not order:
            return {(0, form): chance for form, chance in self.enemy[0].forms.items()}
        left: dict[Meeting, float] = defaultdict(float)
        *before, unit = order
        for (place, form), chance in self.left(tuple(before)).items():
            for fresh, share in self.own[unit].forms.items():
                for end, part in self.passes(unit, fresh, place, form).items():
                    left[end] += chance * share * part
        return dict(left)

    def _passes(self, unit: int, own: Front, place: int, form: Front) -> dict[Meeting, float]:
        """Which enemy is left, and how, when this unit has fallen; what is missing is a win."""
        ends: dict[Meeting, float] = defaultdict(float)
        for (one, two), chance in self.fight(unit, own, place, form).items():
            if one is None:
                ends[place, two] += chance
            elif place + 1 < len(self.enemy):
                for fresh, share in self.enemy[place + 1].forms.items():
                    for end, part in self.passes(unit, one, place + 1, fresh).items():
                        ends[end] += chance * share * part
        return dict(ends)

    def _fight(self, unit: int, one: Front, place: int, two: Front) -> Chances:
        """How a pairing ends: (form or None if it fell, form or None), with chances."""
        a, b = self.own[unit], self.enemy[place]
        now: Chances = {(one, two): 1.0}
        powers = [partial(self._power, power) for power in ("acid", "lightning", "assassin")]
        for step in (*powers, self._missiles, self._melee):
            then: Chances = defaultdict(float)
            for (x, y), chance in now.items():
                for end, part in (step(a, b, x, y) if x and y else {(x, y): 1.0}).items():
                    then[end] += chance * part
            now = {end: chance for end, chance in then.items() if chance}
        return {(seasoned(x), seasoned(y)): chance for (x, y), chance in now.items()}

    def _power(self, power: str, a: Fighter, b: Fighter, one: Front, two: Front) -> Chances:
        """One of W5 to W7."""
        own, other = total(a, one, power), total(b, two, power)
        on_b = min(10, max(0, own - other - b.warding)) / 10
        on_a = min(10, max(0, other - own - a.warding)) / 10
        hit_a, hit_b = hit_by(power, one), hit_by(power, two)
        return {(one, hit_b): on_b, (hit_a, two): on_a, (one, two): 1 - on_a - on_b}

    def _missiles(self, a: Fighter, b: Fighter, one: Front, two: Front) -> Chances:
        shots = one.shots - two.shots
        x, y = one._replace(shots=0), two._replace(shots=0)
        if shots < 0:
            turned = self._missiles(b, a, two, one)
            return {(q, p): chance for (p, q), chance in turned.items()}
        ends: Chances = defaultdict(float)
        hits = min(1, (one.strength + (3 if b.flying else 0)) / self.die)
        kill = 0 if two.immune else hits * (1 - min(1, two.strength / self.die))
        alive = 1.0
        for fired in range(1, shots + 1):
            ends[x._replace(shots=shots - fired), None] += alive * kill
            alive *= 1 - kill
        ends[x, y] += alive
        return {end: chance for end, chance in ends.items() if chance}

    def _melee(self, a: Fighter, b: Fighter, one: Front, two: Front) -> Chances:
        """W9: who hits next, again and again, until one has fallen."""
        p, q = self._succeeds(one), self._succeeds(two)
        first = p * (1 - q) / (p * (1 - q) + q * (1 - p))
        by_a, by_b = 1 + a.trample * (not b.flying), 1 + b.trample * (not a.flying)

        @cache
        def on(hits_a: int, hits_b: int) -> tuple[tuple[tuple[int, int], float], ...]:
            if hits_a <= 0 or hits_b <= 0:
                return (((max(hits_a, 0), max(hits_b, 0)), 1.0),)
            found: Chances = defaultdict(float)
            left_b, left_a = max(hits_b - by_a, 0), max(hits_a - by_b, 0)
            found[hits_a, 0] += first * b.slain * (left_b > 0)
            for end, chance in on(hits_a, left_b):
                found[end] += first * chance * (1 - b.slain * (left_b > 0))
            found[0, hits_b] += (1 - first) * a.slain * (left_a > 0)
            for end, chance in on(left_a, hits_b):
                found[end] += (1 - first) * chance * (1 - a.slain * (left_a > 0))
            return tuple(found.items())

        return {
            (one._replace(hits=x) if x else None, two._replace(hits=y) if y else None): chance
            for (x, y), chance in on(one.hits, two.hits)
            if chance
        }

    def _succeeds(self, front: Front) -> float:
        """The chance that the lower of the combat die and a medals' die is at most the strength."""
        fails = 1 - min(1, front.strength / self.die)
        if front.medals:
            fails *= 1 - min(1, front.strength / MEDALS[front.medals])
        return 1 - fails


def total(fighter: Fighter, front: Front, power: str) -> int:
    """The points of a power; assassination is used up by a unit's first pairing."""
    value: int = getattr(fighter, power)
    return 0 if power == "assassin" and front.veteran else value


def hit_by(power: str, front: Front) -> Front | None:
    """What a power that works leaves of its target."""
    if power == "assassin":
        return None
    weaker = (
        front._replace(strength=front.strength // 2)
        if power == "acid"
        else front._replace(hits=front.hits // 2)
    )
    return weaker if weaker.strength and weaker.hits else None


def seasoned(front: Front | None) -> Front | None:
    return front and front._replace(veteran=True)


def orders_of(units: Sequence[Any]) -> list[tuple[int, ...]]:
    """All orders that look different, one of each."""
    found = {}
    for order in permutations(range(len(units))):
        found.setdefault(json.dumps([units[place] for place in order]), order)
    return [*found.values()]


def faults(game: Any, puzzle: puzzles.Puzzle) -> list[str]:
    solver = Solver(engine.read(puzzle.file(game)))
    wins = {order: solver.win(order) for order in orders_of(puzzle.own)}
    ranked = sorted(wins.values(), reverse=True)
    best = max(wins, key=lambda order: wins[order])
    claims = {"win": ranked[0], "second": ranked[1], "worst": ranked[-1]}
    wrong = [
        f"{name}: {getattr(puzzle, name)}, but {found}"
        for name, found in claims.items()
        if abs(getattr(puzzle, name) - found) > TOLERANCE
    ]
    if [puzzle.own[place] for place in best] != [puzzle.own[place] for place in puzzle.best]:
        wrong.append(f"best: {puzzle.best}, but {best}")
    if len(wins) != puzzle.orders:
        wrong.append(f"orders: {puzzle.orders}, but {len(wins)}")
    return wrong


def main() -> int:
    game = games.game("warlords")
    book = puzzles.book(game)
    assert book
    count = wrong = orders = 0
    for number in range(len(book.lines)):
        puzzle = book.puzzle(number)
        found = faults(game, puzzle)
        sys.stdout.writelines(f"puzzle {number}: {line}\n" for line in found)
        count, wrong, orders = count + 1, wrong + bool(found), orders + puzzle.orders
    sys.stdout.write(f"{count} puzzles, {orders} orders: {wrong} wrong\n")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
