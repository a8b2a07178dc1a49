"""Exact odds: a dynamic programme over how many armies both sides have left."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import product

from conquest.events import DiceCompared, RoundRolled
from conquest.rules import FACES, State, dice_of, loser_of
from engine import Counts, Event, Rolled, SideId, WinChances


@cache
def losers(attackers: int, defenders: int) -> Mapping[tuple[SideId, ...], float]:
    """Who may lose the comparisons of a round with so many dice, in order, and the chance of it."""
    found: Counter[tuple[SideId, ...]] = Counter()
    for faces in product(range(1, FACES + 1), repeat=attackers + defenders):
        attack = sorted(faces[:attackers], reverse=True)
        defence = sorted(faces[attackers:], reverse=True)
        found[tuple(map(loser_of, attack, defence))] += 1
    return {who: count / found.total() for who, count in found.items()}


@cache
def costs(attackers: int, defenders: int) -> Mapping[tuple[int, int], float]:
    """How many armies a round with so many dice may cost both sides, and the chance of it."""
    found: defaultdict[tuple[int, int], float] = defaultdict(float)
    for who, chance in losers(attackers, defenders).items():
        found[who.count("a"), who.count("b")] += chance
    return found


@lru_cache(maxsize=1_000)
def ends(attackers: int, defenders: int) -> Mapping[tuple[SideId, int], float]:
    """Who may win from here and with how many armies left, and the chance of it."""
    mass: defaultdict[tuple[int, int], float] = defaultdict(float, {(attackers, defenders): 1.0})
    for a, b in product(range(attackers, 0, -1), range(defenders, 0, -1)):
        here = mass.pop((a, b), 0.0)
        for (lost_a, lost_b), chance in costs(*dice_of(a, b)).items():
            mass[a - lost_a, b - lost_b] += here * chance
    return {("a", a) if a else ("b", b): chance for (a, b), chance in mass.items()}


def ahead(state: State) -> Mapping[tuple[SideId, int], float]:
    """The same from any state; dice that have been rolled cost what they cost."""
    due = [loser_of(*pair) for pair in state.pairs]
    left = {side: len(armies) - due.count(side) for side, armies in state.lineups.items()}
    return ends(left["a"], left["b"])


def chances(state: State) -> WinChances:
    """The exact chances from any state."""
    left = {side: [0.0] * (len(armies) + 1) for side, armies in state.lineups.items()}
    wins = {"a": 0.0, "b": 0.0}
    for (winner, armies), chance in ahead(state).items():
        wins[winner] += chance
        left[winner][armies] += chance
    left["a"][0], left["b"][0] = wins["b"], wins["a"]
    survivors = {side: tuple(row) for side, row in left.items()}
    return WinChances(a=wins["a"], b=wins["b"], draw=0.0, survivors=survivors)


def outlook(counts: Counts) -> Callable[[State], float]:
    """What tells, in state after state, the chance of an end that counts."""
    return lambda state: sum(chance for end, chance in ahead(state).items() if counts(*end))


def rolls(events: Sequence[Event]) -> Iterator[Rolled]:
    """Each comparison as a roll of both sides: the chance to win it, and who did."""
    for event in events:
        if isinstance(event, RoundRolled):
            odds, place = losers(len(event.attack), len(event.defence)), 0
        elif isinstance(event, DiceCompared):
            win = sum(chance for who, chance in odds.items() if who[place] == "b")
            yield Rolled("a", win, event.loser == "b")
            yield Rolled("b", 1 - win, event.loser == "a")
            place += 1
