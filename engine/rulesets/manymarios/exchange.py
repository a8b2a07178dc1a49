"""Ordinary damage (M3, step 1): blows, shots, launches and bombs of one round.

All of it depends on the state at the start of the round. Yielding the events in sequence gives the
same result: a leader never shoots, is launched or bombs, so only a shooter behind a Cannon Pipe
spends AE twice, and its Launch is the first effect to be ignored (M5, M24).
"""

from collections.abc import Generator
from itertools import pairwise

from engine.core.events import Event, Events, other_side
from engine.core.rng import Rng
from engine.rulesets.manymarios import events as e
from engine.rulesets.manymarios.snapshot import Part
from engine.rulesets.manymarios.state import Side, State, Unit

STRIKERS = 3
LAUNCH_DAMAGE = 2


def exchange(state: State, _rng: Rng) -> Events:
    """Deal all damage that comes before exhaustion damage."""
    offense = state.sides[state.offense]
    defense = state.sides[other_side(state.offense)]
    attacker, target = offense.lineup[0], defense.lineup[0]
    if attacker.defender:
        yield e.ExchangeRefused(attacker.id, target.id, source="defender")
    else:
        flies = attacker.flying and not target.flying
        yield from _blow(state, attacker, target, attacker.flying_blow if flies else attacker.blow)
        yield from _blow(state, target, attacker, target.blow)
        shooter = (yield from _shot(state, defense, attacker)) if defense.ballistic else None
        if defense.pipes:
            yield from _launches(state, defense, attacker, shooter)
    if attacker.airship and attacker.stunned != state.round:
        yield from _bombs(state, offense, defense)


def _blow(state: State, attacker: Unit, target: Unit, parts: tuple[Part, ...]) -> Events:
    """Strike with a leader, capped by its AE (M4, M5, M6, M18, M19)."""
    if attacker.stunned == state.round:
        yield e.ActionLost(attacker.id, source="stun")
        return
    ae = attacker.ae
    if ae == 0:
        return
    amount = 1
    if len(parts) > 1:
        amount = sum(part.amount for part in parts)
        while amount > ae:
            ignored = parts[-1]
            amount -= ignored.amount
            parts = parts[:-1]
            yield e.EffectIgnored(attacker.id, ignored.amount, source=ignored.source)
    de = target.de - amount
    struck = e.UnitStruck(attacker.id, target.id, amount, ae - amount, de if de > 0 else 0, parts)
    yield struck
    yield from _exhaust_and_stun(state, attacker, target, struck.seq)


def _exhaust_and_stun(state: State, attacker: Unit, target: Unit, cause: int) -> Events:
    """Exhaust or stun the unit that dealt damage (M8, M30)."""
    if attacker.ae == 0:
        yield e.UnitExhausted(attacker.id, cause=cause)
    if target.stuns and attacker.start.side == state.offense:
        yield e.UnitStunned(attacker.id, target.id, state.round + 1, cause=cause, source="stun")


def _shot(state: State, side: Side, target: Unit) -> Generator[Event | None, None, Unit | None]:
    """Fire with the next able ballistic unit of the defense and return it (M20 to M22)."""
    lineup = side.lineup
    place = lineup.index(side.shooter) if side.shooter else 0
    # Behind the last shooter first, then from the front; the leader itself never fires.
    for shooter in (*lineup[place + 1 :], *lineup[1 : place + 1]):
        if shooter.ballistic and shooter.ae > 0 and shooter.stunned != state.round:
            fired = e.ShotFired(
                shooter.id, target.id, 1, shooter.ae - 1, max(0, target.de - 1), source="ballistics"
            )
            yield fired
            yield from _exhaust_and_stun(state, shooter, target, fired.seq)
            return shooter
    return None


def _launches(state: State, side: Side, target: Unit, shooter: Unit | None) -> Events:
    """Launch the unit behind each Cannon Pipe of the defense (M7, M23, M24)."""
    lineup = side.lineup
    for pipe, unit in pairwise(lineup):
        # The shooter had AE at the start of the round, even if the shot used up the last.
        if not pipe.pipe or unit.pipe or (unit.ae == 0 and unit is not shooter):
            continue
        if unit.stunned == state.round:
            yield e.ActionLost(unit.id, source="stun")
        elif unit.ae < LAUNCH_DAMAGE:
            yield e.EffectIgnored(unit.id, LAUNCH_DAMAGE, source="launch")
        else:
            launched = e.UnitLaunched(
                pipe.id,
                unit.id,
                target.id,
                LAUNCH_DAMAGE,
                unit.ae - LAUNCH_DAMAGE,
                max(0, target.de - LAUNCH_DAMAGE),
                source="launch",
            )
            yield launched
            yield from _exhaust_and_stun(state, unit, target, launched.seq)


def _bombs(state: State, offense: Side, defense: Side) -> Events:
    """Bomb with the units behind an Air Strike leader (M26, M27)."""
    leader = offense.lineup[0]
    strikers = offense.lineup[1 : STRIKERS + 1]
    for striker, target in zip(strikers, defense.lineup, strict=False):
        if striker.ae == 0 or striker.pipe:
            continue
        if striker.stunned == state.round:
            yield e.ActionLost(striker.id, source="stun")
        elif striker.defender or target.pipe:
            stopped_by = "defender" if striker.defender else "launch"
            yield e.BombNegated(striker.id, target.id, source=stopped_by)
        else:
            dropped = e.BombDropped(
                leader.id,
                striker.id,
                target.id,
                1,
                striker.ae - 1,
                max(0, target.de - 1),
                source="air-strike",
            )
            yield dropped
            yield from _exhaust_and_stun(state, striker, target, dropped.seq)
