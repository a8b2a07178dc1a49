"""A viewer's knowledge of the hidden units, as shown on a page."""

from collections.abc import Iterable

import msgspec

from engine.core.events import SIDES, SideId, other_side
from engine.players.siege.inference.rounds import Sight, knowledge
from engine.players.siege.kernel.possible import Case
from engine.rulesets.siege.events import LETTERS, STATS, Stat
from engine.rulesets.siege.state import Facts


class Span(msgspec.Struct, frozen=True, gc=False):
    """All possible values of a stat."""

    low: int  # the lowest of them
    high: int  # the highest of them
    values: tuple[int, ...]  # all of them, in order; numbers between low and high may be missing


class StatKnown(msgspec.Struct, frozen=True):
    """The knowledge about a stat of a unit."""

    now: Span  # its possible current values
    start: Span  # its possible values at the start; 0 for EXH


class Meeting(msgspec.Struct, frozen=True, gc=False):
    """Two units that faced each other."""

    a: str  # id of the unit of side a
    b: str  # id of the unit of side b
    a_atk: int  # the ATK of a's unit
    b_atk: int  # the ATK of b's unit


class Besieged(msgspec.Struct, frozen=True):
    """A siege of a castle."""

    castle: SideId  # whose castle it is
    besiegers: tuple[str, ...]  # ids of the besieging units
    attack: int  # A, the besiegers' ATK
    defense: int  # D, the defenders' DEF


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
    rounds = tuple(_round(number, facts) for number, facts in enumerate(sight.rounds, start=1))
    return Notebook(sight.viewer, known.exact, known.number(), rounds, units)


def _unit(cases: list[Case]) -> dict[Stat, StatKnown]:
    starts = [(*start, 0) for start, _ in cases]
    return {
        stat: StatKnown(
            now=_span(now[place] for _, now in cases), start=_span(start[place] for start in starts)
        )
        for place, stat in enumerate(STATS)
    }


def _span(values: Iterable[int]) -> Span:
    distinct = tuple(sorted(set(values)))
    return Span(distinct[0], distinct[-1], distinct)


def _round(number: int, facts: Facts) -> RoundKnown:
    meetings = tuple(
        Meeting(f"a{LETTERS[pair.a]}", f"b{LETTERS[pair.b]}", pair.a_atk, pair.b_atk)
        for pair in facts.pairs
    )
    assault = facts.assault
    besieged = None
    if assault:
        by = other_side(assault.castle)
        ids = tuple(f"{by}{LETTERS[place]}" for place in assault.besiegers)
        besieged = Besieged(assault.castle, ids, assault.attack, assault.defense)
    defenders = {
        side: tuple(f"{side}{LETTERS[place]}" for place in facts.defenders(side)) for side in SIDES
    }
    return RoundKnown(number, meetings, defenders, besieged)
