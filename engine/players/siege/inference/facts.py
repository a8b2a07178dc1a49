"""The facts revealed to a viewer of a match, round by round, as input for inference (D7)."""

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
    """A siege of a castle: the besieging units, and A and D."""

    castle: SideId
    besiegers: Places
    attack: int
    defense: int


class Known(NamedTuple):
    """A side's knowledge of itself in a round: its units at the start, and their battle rows."""

    units: Five
    rows: tuple[str | None, ...]


class Facts(NamedTuple):
    """A round: the facts revealed to all, and what the viewer knows of side a and of side b."""

    pairs: tuple[Pair, ...]
    defenders_a: Places
    defenders_b: Places
    assault: Assault | None
    a: Known | None
    b: Known | None

    def defenders(self, side: SideId) -> Places:
        return self.defenders_a if side == "a" else self.defenders_b

    def known(self, side: SideId) -> Known | None:
        return self.a if side == "a" else self.b


class Sight(NamedTuple):
    """Everything revealed to a viewer: a player (side a or b), or a spectator (None)."""

    viewer: SideId | None
    rounds: tuple[Facts, ...]
    tables: Tables

    @property
    def hidden(self) -> tuple[SideId, ...]:
        return tuple(side for side in SIDES if side != self.viewer)


def sight_of(state: State, viewer: SideId | None, tables: Tables) -> Sight:
    """Return the facts revealed to a viewer so far; the state may be the true one or a viewer's."""
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
    """Return the facts revealed to a player, from its view of the match."""
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
