"""The stages of a round, in the order of M3: roles, ordinary damage, exhaustion, removal, end."""

from collections.abc import Generator
from itertools import pairwise
from typing import Final

from engine.core import events as core
from engine.core.changes import Replacement
from engine.core.events import BEAT, SIDES, Event, Events, SideId, Stage, other_side
from engine.core.rng import Rng
from engine.core.ruleset import LineUp
from engine.rulesets.manymarios import events as e
from engine.rulesets.manymarios.army import Setup
from engine.rulesets.manymarios.state import Side, State, Unit

STRIKERS = 3
LAUNCH_DAMAGE = 2


def exchange(state: State, _rng: Rng) -> Events:
    """Deal all damage that comes before exhaustion damage: blows, shots, launches and bombs.

    All of it depends on the state at the start of the round. Yielding the events in sequence gives
    the same result: a leader never shoots, is launched or bombs, so only a shooter behind a Cannon
    Pipe spends AE twice, and its Launch is the first effect to be ignored (M5, M24).
    """
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


def _blow(state: State, attacker: Unit, target: Unit, parts: e.Parts) -> Events:
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
    yield from _hit(state, attacker, target, struck)


def _hit(state: State, attacker: Unit, target: Unit, hit: Event) -> Events:
    """Yield a hit, then exhaust or stun the unit that dealt it (M8, M30)."""
    yield hit
    if attacker.ae == 0:
        yield e.UnitExhausted(attacker.id, cause=hit.seq)
    if target.stuns and attacker.start.side == state.offense:
        yield e.UnitStunned(attacker.id, target.id, state.round + 1, cause=hit.seq, source="stun")


def _shot(state: State, side: Side, target: Unit) -> Generator[Event | None, None, Unit | None]:
    """Fire with the next able ballistic unit of the defense and return it (M20 to M22)."""
    lineup = side.lineup
    place = lineup.index(side.shooter) if side.shooter else 0
    # Behind the last shooter first, then from the front; the leader itself never fires.
    for shooter in (*lineup[place + 1 :], *lineup[1 : place + 1]):
        if shooter.ballistic and shooter.ae > 0 and shooter.stunned != state.round:
            ae, de = shooter.ae - 1, max(0, target.de - 1)
            fired = e.ShotFired(shooter.id, target.id, 1, ae, de, source="ballistics")
            yield from _hit(state, shooter, target, fired)
            return shooter
    return None


def _launches(state: State, side: Side, target: Unit, shooter: Unit | None) -> Events:
    """Launch the unit behind each Cannon Pipe of the defense (M7, M23, M24)."""
    for pipe, unit in pairwise(side.lineup):
        # The shooter had AE at the start of the round, even if the shot used up the last.
        if not pipe.pipe or unit.pipe or (unit.ae == 0 and unit is not shooter):
            continue
        if unit.stunned == state.round:
            yield e.ActionLost(unit.id, source="stun")
        elif unit.ae < LAUNCH_DAMAGE:
            yield e.EffectIgnored(unit.id, LAUNCH_DAMAGE, source="launch")
        else:
            damage = LAUNCH_DAMAGE
            ae, de = unit.ae - damage, max(0, target.de - damage)
            launched = e.UnitLaunched(pipe.id, unit.id, target.id, damage, ae, de, source="launch")
            yield from _hit(state, unit, target, launched)


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
            ids = leader.id, striker.id, target.id
            ae, de = striker.ae - 1, max(0, target.de - 1)
            dropped = e.BombDropped(*ids, 1, ae, de, source="air-strike")
            yield from _hit(state, striker, target, dropped)


QUIET_MOST: Final = 2
WHO_BEGINS: Final = "who begins"  # the purpose of the game's only roll (M33)


def begin(setup: Setup, rng: Rng) -> Events:
    """Show both armies and decide which side begins on the offense (M33)."""
    yield e.BattleStarted(setup.ap_limit, setup.a, setup.b)
    yield BEAT
    if setup.first is not None:
        yield e.FirstSideChosen(setup.first, source="M33")
        return
    roll = rng.below(2, WHO_BEGINS, "")
    rolled = core.DiceRolled(WHO_BEGINS, 2, [roll + 1], source="M33")
    yield rolled
    yield e.FirstSideChosen(SIDES[roll], cause=rolled.seq, source="M33")


def give_roles(state: State, _rng: Rng) -> Events:
    """Start a round and swap the roles, or end the battle when a position repeats (M2, M32)."""
    offense = other_side(state.offense) if state.round else state.offense
    if not state.dealt and state.position(offense) in state.seen:
        yield core.BattleEnded(None, "stalemate", state.round, state.survivors(), source="M32")
        return
    exhausted = tuple(side.lineup[0].id for side in state.sides.values() if side.lineup[0].ae == 0)
    yield e.RoundStarted(state.round + 1, offense, exhausted)


def exhaustion(state: State, _rng: Rng) -> Events:
    """Deal exhaustion damage between the leaders, simultaneously (M8 to M14)."""
    if not state.exhausted:
        return
    attacker = state.sides[state.offense].lineup[0]
    target = state.sides[other_side(state.offense)].lineup[0]
    if attacker.defender or attacker.de == 0 or target.de == 0:
        return
    # Neither AE nor this round's stuns change here, so the order does not matter (M12).
    for one, two in ((attacker, target), (target, attacker)):
        if one.id not in state.exhausted or one.stunned == state.round:
            continue
        if two.agile and two.ae > 0:
            yield e.ExhaustionBlocked(two.id, one.id, source="agility")
            continue
        dealt = e.ExhaustionDealt(
            one.id, two.id, 1, max(0, one.de - 1), max(0, two.de - 1), source="M10"
        )
        yield dealt
        if two.stuns and one is attacker:
            yield e.UnitStunned(one.id, two.id, state.round + 1, cause=dealt.seq, source="stun")


def removal(state: State, _rng: Rng) -> Events:
    """Remove defeated units, send spent ones to the back, and end the battle (M25, M28, M29)."""
    standing = [unit for side in state.sides.values() for unit in side.lineup]
    for unit in [unit for unit in standing if unit.de == 0 and not unit.pipe]:
        yield e.UnitDefeated(unit.id, source="M29")
    if state.spent:
        yield BEAT
        for side in state.sides.values():
            for unit in [unit for unit in side.lineup if unit in state.spent]:
                if len(side.lineup) > 1:
                    yield e.UnitSentBack(unit.id, source="M28")
    yield from pipes(state, _rng)


def pipes(state: State, _rng: Rng) -> Events:
    """Remove Cannon Pipes from the front; a side with an empty lineup loses (M25)."""
    for side in state.sides.values():
        while side.lineup and side.lineup[0].pipe:
            yield BEAT
            yield e.PipeRemoved(side.lineup[0].id, source="M25")
    standing: list[SideId] = [id_ for id_, side in state.sides.items() if side.lineup]
    if len(standing) < 2:
        yield BEAT
        winner = standing[0] if standing else None
        yield core.BattleEnded(winner, "defeat", state.round, state.survivors())


def close_round(state: State, _rng: Rng) -> Events:
    """End stuns, count quiet rounds, and rotate both lineups after two in a row (M30, M31)."""
    for side in state.sides.values():
        for unit in side.lineup:
            if unit.stunned == state.round:
                yield e.StunEnded(unit.id, source="M30")
    yield e.RoundEnded(state.round, 0 if state.dealt else state.quiet + 1)
    if state.quiet < QUIET_MOST:
        return
    yield BEAT
    leaders: list[Unit] = [side.lineup[0] for side in state.sides.values()]
    yield e.LineupsRotated(leaders[0].id, leaders[1].id, 0, source="M31")
    yield from pipes(state, _rng)


def left(state: State, side: SideId) -> tuple[list[str], int]:
    """Return the ids of a lineup, the leader first, and how many are fixed: none (M39)."""
    return [unit.id for unit in state.sides[side].lineup], 0


def line_up(side: SideId, ids: tuple[str, ...], state: State, rng: Rng) -> Events:
    """Reorder a lineup (M39)."""
    yield e.LineupReordered(side, ids, source="M39")
    yield from pipes(state, rng)


def fresh(state: State, side: SideId) -> list[str]:
    """Return the ids of the units that have neither dealt nor taken damage (M40)."""
    return [unit.id for unit in state.sides[side].lineup if unit.is_fresh]


def replace(side: SideId, replacements: tuple[Replacement, ...], state: State, rng: Rng) -> Events:
    """Replace units which have not fought yet (M40)."""
    replaced = tuple(e.Replaced(one.old_id, one.unit(side, "lineup")) for one in replacements)
    yield e.UnitsReplaced(side, replaced, source="M40")
    yield from pipes(state, rng)


OPENING: Final[tuple[Stage[State], ...]] = (pipes,)
ROUND: Final[tuple[Stage[State], ...]] = (give_roles, exchange, exhaustion, removal, close_round)
LINE_UP: Final = LineUp((give_roles,), left, line_up, fresh, replace)
