"""What somebody has been shown of a match, round by round, in a form to reason from (D7)."""

from typing import NamedTuple

from engine.core.events import SIDES, SideId, other_side
from engine.rulesets.siege.rules import Five
from engine.rulesets.siege.snapshot import LETTERS
from engine.rulesets.siege.state import Record, State
from engine.rulesets.siege.tables import Tables
from engine.rulesets.siege.view import Places, View


class Pair(NamedTuple):
    """Two units that faced each other, by place in their sides, and their ATK."""

    a: int
    b: int
    a_atk: int
    b_atk: int


class Assault(NamedTuple):
    """A castle that was besieged, by which units of the other side, and A and D."""

    castle: SideId
    besiegers: Places
    attack: int
    defense: int


class Known(NamedTuple):
    """A side in a round, to itself: what it had as the round began, and each unit's battle row."""

    units: Five
    rows: tuple[str | None, ...]


class Facts(NamedTuple):
    """A round: what was revealed to all, and of side a and of side b what the viewer knows."""

    pairs: tuple[Pair, ...]
    defenders_a: Places
    defenders_b: Places
    assault: Assault | None
    a: Known | None
    b: Known | None

    def defenders(self, side: SideId) -> Places:
        """Who defended a side's castle."""
        return self.defenders_a if side == "a" else self.defenders_b

    def known(self, side: SideId) -> Known | None:
        """What is known of a side, beyond what was revealed."""
        return self.a if side == "a" else self.b


class Sight(NamedTuple):
    """All that somebody has been shown: a player (side a or b), or a spectator (None)."""

    viewer: SideId | None
    rounds: tuple[Facts, ...]
    tables: Tables

    @property
    def hidden(self) -> tuple[SideId, ...]:
        """The sides that the viewer does not see into."""
        return tuple(side for side in SIDES if side != self.viewer)


def sight_of(state: State, viewer: SideId | None, tables: Tables) -> Sight:
    """What a viewer has been shown in a match that goes on.

    The state may be the true one or one that was built from what the viewer was shown: nothing
    else is read from it.
    """
    return Sight(viewer, tuple(_facts(record, viewer) for record in state.records), tables)


def _facts(record: Record, viewer: SideId | None) -> Facts:
    known: dict[SideId, Known] = {}
    if viewer:
        rows = tuple(record.rows.get(f"{viewer}{letter}") for letter in LETTERS)
        known[viewer] = Known(record.values[viewer], rows)
    siege = record.siege
    return Facts(
        pairs=tuple(
            sorted(Pair(_place(f.a), _place(f.b), f.a_atk, f.b_atk) for f in record.fights)
        ),
        defenders_a=tuple(map(_place, record.defenders["a"])),
        defenders_b=tuple(map(_place, record.defenders["b"])),
        assault=siege
        and Assault(siege.castle, tuple(map(_place, siege.besiegers)), siege.attack, siege.defense),
        a=known.get("a"),
        b=known.get("b"),
    )


def _place(unit_id: str) -> int:
    return "ABCDE".index(unit_id[-1])


def sight_of_view(view: View) -> Sight:
    """What a player has been shown, from its view of the match."""
    rounds = []
    for seen in view.seen:
        known = Known(seen.own, seen.rows)
        assault = seen.assault
        castle = view.side if assault and assault.on_own else other_side(view.side)
        pairs, own, enemy = [], seen.own_defenders, seen.enemy_defenders
        for duel in seen.duels:
            pair = Pair(duel.own, duel.enemy, duel.own_atk, duel.enemy_atk)
            pairs.append(pair if view.side == "a" else Pair(pair.b, pair.a, pair.b_atk, pair.a_atk))
        rounds.append(
            Facts(
                pairs=tuple(sorted(pairs)),
                defenders_a=own if view.side == "a" else enemy,
                defenders_b=enemy if view.side == "a" else own,
                assault=assault
                and Assault(castle, assault.besiegers, assault.attack, assault.defense),
                a=known if view.side == "a" else None,
                b=known if view.side == "b" else None,
            )
        )
    return Sight(view.side, tuple(rounds), view.tables)
