"""What somebody has learnt of the hidden units, as a page shows it."""

from collections.abc import Iterable

import msgspec

from engine.core.events import SIDES, SideId, other_side
from engine.players.siege.inference.facts import Facts, Sight
from engine.players.siege.inference.rounds import knowledge
from engine.players.siege.kernel.possible import Case
from engine.rulesets.siege.snapshot import LETTERS, STATS, Stat


class Span(msgspec.Struct, frozen=True, gc=False):
    """Every value that a stat can have.

    low: the lowest of them.
    high: the highest of them.
    values: all of them, in order; not every number from low to high need be among them.
    """

    low: int
    high: int
    values: tuple[int, ...]


class StatKnown(msgspec.Struct, frozen=True):
    """What is known of a stat of a unit.

    now: what it can be now.
    start: what it can have been at the start; of EXH that is 0.
    """

    now: Span
    start: Span


class Meeting(msgspec.Struct, frozen=True, gc=False):
    """Two units that faced each other.

    a: id of the unit of side a.
    b: id of the unit of side b.
    a_atk: the ATK of a's unit.
    b_atk: the ATK of b's unit.
    """

    a: str
    b: str
    a_atk: int
    b_atk: int


class Besieged(msgspec.Struct, frozen=True):
    """A castle that was besieged.

    castle: whose castle it is.
    besiegers: ids of the units that besieged it.
    attack: A, the besiegers' ATK.
    defense: D, the defenders' DEF.
    """

    castle: SideId
    besiegers: tuple[str, ...]
    attack: int
    defense: int


class RoundKnown(msgspec.Struct, frozen=True):
    """What a round revealed to all.

    number: the round, from 1.
    meetings: who faced whom.
    defenders: by side, ids of the units that defended its castle.
    besieged: the siege, or null if there was none.
    """

    number: int
    meetings: tuple[Meeting, ...]
    defenders: dict[SideId, tuple[str, ...]]
    besieged: Besieged | None


class Notebook(msgspec.Struct, frozen=True):
    """All that follows from what a viewer was shown.

    viewer: the side that was shown it, or null for a spectator.
    exact: whether every value here can indeed be true. If not, there was too much that could be to
        work it out: all values that can be true are here, but maybe others too.
    cases: how many states of all hidden units together can be true.
    rounds: what each round revealed.
    units: by id of each hidden unit, and by stat, what it can be.
    """

    viewer: SideId | None
    exact: bool
    cases: float
    rounds: tuple[RoundKnown, ...]
    units: dict[str, dict[Stat, StatKnown]]


def notebook(sight: Sight) -> Notebook:
    """The notebook of a viewer; it holds nothing that the viewer was not shown or could not know.

    It takes some hundredths of a second a round for a player, up to some seconds for a spectator
    of whose rounds many are new; rounds that were asked for before cost nothing.
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
            now=_span(now[place] for _, now in cases),
            start=_span(start[place] for start in starts),
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
