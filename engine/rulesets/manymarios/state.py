"""The state of a Many Marios battle, and the handlers that copy the values of events into it."""

from typing import Any, Final

from engine.core.events import SIDES, BattleEnded, DiceRolled, SideId, end, ignore, plain
from engine.core.ruleset import Handlers
from engine.rulesets.manymarios import events as e

BASE = e.Part("base", 1)
FLYING = e.Part("flying", 1)


class Unit:
    """A unit in battle. `stunned` is the round in which it deals nothing, or 0."""

    def __init__(self, start: e.UnitSnapshot) -> None:
        self.start = start
        self.id = start.id
        self.ae = start.ae
        self.de = start.de
        self.stunned = 0
        abilities = start.abilities
        self.agile = "agility" in abilities
        self.airship = "air-strike" in abilities
        self.ballistic = "ballistics" in abilities
        self.defender = "defender" in abilities
        self.flying = "flying" in abilities
        self.pipe = "launch" in abilities
        self.stuns = "stun" in abilities
        # The AE cap drops parts from the end; flying is dropped before the unit's own (M5).
        own = tuple(part for part in start.damage_parts if part.source == "own")
        carried = tuple(part for part in start.damage_parts if part.source != "own")
        self.blow = (BASE, *own, *carried)
        self.flying_blow = (BASE, *own, FLYING, *carried)

    @property
    def is_fresh(self) -> bool:
        """Whether it has not fought: dealing damage costs AE, taking damage costs DE."""
        return (self.ae, self.de, self.stunned) == (self.start.ae, self.start.de, 0)


class Side:
    """A lineup, the leader first, and the unit that fired the last shot (M21)."""

    def __init__(self, lineup: list[Unit]) -> None:
        self.lineup = lineup
        self.shooter: Unit | None = None
        self.note_abilities()

    def note_abilities(self) -> None:
        """Cache whether the lineup has ballistic units and Cannon Pipes."""
        self.ballistic = any(unit.ballistic for unit in self.lineup)
        self.pipes = any(unit.pipe for unit in self.lineup)


class State:
    def __init__(self) -> None:
        self.units: dict[str, Unit] = {}
        self.sides: dict[SideId, Side] = {"a": Side([]), "b": Side([])}
        self.offense: SideId = "a"
        self.round = 0
        self.quiet = 0
        self.dealt = True  # whether any damage was dealt this round
        self.exhausted: tuple[str, ...] = ()  # leaders that began the round exhausted
        self.spent: list[Unit] = []  # used their last AE in an Air Strike or a Launch this round
        self.seen: set[Any] = set()  # positions since damage was last dealt
        self.ended = False
        self.winner: SideId | None = None
        self.reason: str | None = None

    def position(self, offense: SideId) -> tuple[Any, ...]:
        """Return a key of the position, to find repeats: only damage changes AE and DE (M32)."""
        a, b = self.sides["a"], self.sides["b"]
        stunned = [unit for side in (a, b) for unit in side.lineup if unit.stunned]
        lineups = (tuple(a.lineup), tuple(b.lineup))
        return (*lineups, tuple(stunned), a.shooter, b.shooter, offense, self.quiet)

    def survivors(self) -> dict[str, list[dict[str, str | int]]]:
        """Return the remaining units in lineup order, as `battle_ended` reports them."""
        return {
            side_id: [
                {"id": unit.id, "name": unit.start.name, "ae": unit.ae, "de": unit.de}
                for unit in side.lineup
            ]
            for side_id, side in self.sides.items()
        }

    def snapshot(self) -> dict[str, Any]:
        sides = self.sides.items()
        return {
            **plain(self, "round", "offense", "quiet", "ended", "winner", "reason"),
            "lineups": {id_: [unit.id for unit in side.lineup] for id_, side in sides},
            "shooters": {id_: side.shooter and side.shooter.id for id_, side in sides},
            "units": {id_: plain(unit, "ae", "de", "stunned") for id_, unit in self.units.items()},
        }


def _start(state: State, event: e.BattleStarted) -> None:
    for side_id, army in zip(SIDES, (event.a, event.b), strict=True):
        lineup = [Unit(start) for start in army.lineup]
        state.sides[side_id] = Side(lineup)
        state.units.update((unit.id, unit) for unit in lineup)


def _choose_first(state: State, event: e.FirstSideChosen) -> None:
    state.offense = event.side


def _start_round(state: State, event: e.RoundStarted) -> None:
    if state.dealt:
        state.seen.clear()
    state.seen.add(state.position(event.offense))
    state.offense = event.offense
    state.round = event.round
    state.exhausted = event.exhausted
    state.dealt = False
    state.spent.clear()


def _hit(state: State, event: e.UnitStruck | e.ShotFired | e.UnitLaunched | e.BombDropped) -> Unit:
    attacker = state.units[event.attacker]
    attacker.ae = event.ae
    state.units[event.target].de = event.de
    state.dealt = True
    return attacker


def _shoot(state: State, event: e.ShotFired) -> None:
    attacker = _hit(state, event)
    state.sides[attacker.start.side].shooter = attacker


def _hit_and_tire(state: State, event: e.UnitLaunched | e.BombDropped) -> None:
    attacker = _hit(state, event)
    if attacker.ae == 0:
        state.spent.append(attacker)


def _deal_exhaustion(state: State, event: e.ExhaustionDealt) -> None:
    state.units[event.attacker].de = event.attacker_de
    state.units[event.target].de = event.de
    state.dealt = True


def _stun(state: State, event: e.UnitStunned) -> None:
    state.units[event.unit].stunned = event.round


def _end_stun(state: State, event: e.StunEnded) -> None:
    state.units[event.unit].stunned = 0


def _remove(state: State, event: e.UnitDefeated | e.PipeRemoved) -> None:
    unit = state.units[event.unit]
    side = state.sides[unit.start.side]
    side.lineup.remove(unit)
    if side.shooter is unit:
        side.shooter = None


def _send_back(state: State, event: e.UnitSentBack | e.LineupsRotated) -> None:
    ids = (event.unit,) if isinstance(event, e.UnitSentBack) else (event.a, event.b)
    for id_ in ids:
        unit = state.units[id_]
        lineup = state.sides[unit.start.side].lineup
        lineup.remove(unit)
        lineup.append(unit)


def _end_round(state: State, event: e.RoundEnded) -> None:
    state.quiet = event.quiet


def _rotate(state: State, event: e.LineupsRotated) -> None:
    _send_back(state, event)
    state.quiet = event.quiet


def _reorder(state: State, event: e.LineupReordered) -> None:
    state.sides[event.side].lineup[:] = [state.units[id_] for id_ in event.lineup]
    state.seen.clear()


def _replace(state: State, event: e.UnitsReplaced) -> None:
    side = state.sides[event.side]
    for replaced in event.replaced:
        unit = Unit(replaced.by)
        state.units[unit.id] = unit
        side.lineup[side.lineup.index(state.units[replaced.unit])] = unit
    side.note_abilities()
    state.seen.clear()


APPLY: Final[Handlers[State]] = {
    DiceRolled: ignore,
    BattleEnded: end,
    e.BattleStarted: _start,
    e.FirstSideChosen: _choose_first,
    e.RoundStarted: _start_round,
    e.UnitStruck: _hit,
    e.ShotFired: _shoot,
    e.UnitLaunched: _hit_and_tire,
    e.BombDropped: _hit_and_tire,
    e.ExhaustionDealt: _deal_exhaustion,
    e.UnitStunned: _stun,
    e.StunEnded: _end_stun,
    e.UnitDefeated: _remove,
    e.PipeRemoved: _remove,
    e.UnitSentBack: _send_back,
    e.RoundEnded: _end_round,
    e.LineupsRotated: _rotate,
    e.LineupReordered: _reorder,
    e.UnitsReplaced: _replace,
    e.EffectIgnored: ignore,
    e.BombNegated: ignore,
    e.ExchangeRefused: ignore,
    e.ActionLost: ignore,
    e.UnitExhausted: ignore,
    e.ExhaustionBlocked: ignore,
}
