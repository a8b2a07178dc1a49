"""Stages of a pairing: acid, lightning, assassination, missiles, melee and slayers (W4 to W9)."""

from collections.abc import Generator
from typing import Final

from engine.core.events import BEAT, DiceRolled, Event, Events
from engine.core.rng import Rng
from engine.rulesets.warlords import events as e
from engine.rulesets.warlords.snapshot import Die, Part, Roll, total
from engine.rulesets.warlords.state import State, Unit, best_slayer

Attempt = Generator[Event | None, None, tuple[Unit, Unit, int] | None]

SIDES_OF_DIE: Final = 10  # a point of a power or slayer is a chance of 10 %


def acid(state: State, rng: Rng) -> Events:
    """Attempt acid, which halves the target's current strength (W5)."""
    found = yield from _attempt(state, "acid", rng)
    if found:
        attacker, target, cause = found
        left = target.strength // 2
        lost = target.strength - left
        yield e.AcidHit(attacker.id, target.id, lost, left, cause=cause, source="acid")


def lightning(state: State, rng: Rng) -> Events:
    """Attempt lightning, which halves the target's current hits (W6)."""
    found = yield from _attempt(state, "lightning", rng)
    if found:
        attacker, target, cause = found
        left = target.hits // 2
        lost = target.hits - left
        yield e.LightningHit(attacker.id, target.id, lost, left, cause=cause, source="lightning")


def assassination(state: State, rng: Rng) -> Events:
    """Attempt assassination, possible only in the assassin's first pairing (W7)."""
    found = yield from _attempt(state, "assassin", rng)
    if found:
        attacker, target, cause = found
        yield e.UnitAssassinated(attacker.id, target.id, 0, cause=cause, source="assassin")


def power_of(unit: Unit, power: str) -> int:
    """Return a unit's current total of a power; assassins act only in their first pairing (W7)."""
    return 0 if power == "assassin" and unit.veteran else unit.start.power(power)


def _attempt(state: State, power: str, rng: Rng) -> Attempt:
    """Compare both sides' points and roll; return attacker, target and cause, or None (W4)."""
    a, b = state.fronts()
    if power in state.attempted or a.fallen or b.fallen:
        return None
    attacker, target = (a, b) if power_of(a, power) >= power_of(b, power) else (b, a)
    own, offset = power_of(attacker, power), power_of(target, power)
    if own == 0:
        return None
    warding = target.start.power("warding")
    points = min(SIDES_OF_DIE, max(0, own - offset - warding))
    weighed = e.ChanceWeighed(
        power,
        attacker.id,
        target.id,
        total=own,
        offset=offset,
        warding=warding,
        percent=10 * points,
        source=power,
    )
    yield weighed
    if points == 0:
        return None
    cause = weighed.seq
    if points < SIDES_OF_DIE:
        result = rng.below(SIDES_OF_DIE, power, attacker.dice_name) + 1
        rolled = DiceRolled(
            power, SIDES_OF_DIE, [result], points, attacker.id, cause=cause, source=power
        )
        yield rolled
        cause = rolled.seq
        if result > points:
            yield e.AttemptFailed(power, attacker.id, target.id, cause=cause, source=power)
            return None
    return attacker, target, cause


MEDAL_DICE: Final = (0, 30, 26, 22, 18)  # sides of the second die, by medals
AIM: Final = 3  # strength bonus of a shooter against a flyer (W8)


def missiles(state: State, rng: Rng) -> Events:
    """Cancel the pools, then fire one shot; later turns fire the others (W8)."""
    a, b = state.fronts()
    if a.fallen or b.fallen:
        return
    if cancelled := min(a.shots, b.shots):
        left = (a.shots - cancelled, b.shots - cancelled)
        yield e.MissilesCancelled(cancelled, a.id, b.id, *left, source="W8")
        yield BEAT
    if a.shots or b.shots:
        shooter, target = (a, b) if a.shots else (b, a)
        yield _shot(state, shooter, target, rng)


def _shot(state: State, shooter: Unit, target: Unit, rng: Rng) -> Event:
    if target.immune:
        return e.MissilesShrugged(shooter.id, target.id, shooter.shots, 0, source="W8")
    die = state.field.die
    if target.start.flying:
        parts = (Part("now", shooter.strength), Part("flyer", AIM))
        aim = roll(shooter, total(parts), (die,), "missile", rng, parts)
    else:
        aim = roll(shooter, shooter.strength, (die,), "missile", rng)
    cover = roll(target, target.strength, (die,), "cover", rng)
    kills = aim.succeeded and not cover.succeeded
    hits = 0 if kills else target.hits
    return e.ShotFired(
        shooter.id, target.id, aim, cover, kills, shooter.shots - 1, hits, source="missile"
    )


def roll(
    unit: Unit,
    needed: int,
    dice: tuple[int, ...],
    purpose: str,
    rng: Rng,
    parts: tuple[Part, ...] = (),
) -> Roll:
    """Roll these dice for a unit; a certain success needs none."""
    if needed >= min(dice):
        return Roll(unit.id, needed, (), succeeded=True, parts=parts)
    # The medal die has a separate key, so that losing medals does not change the first die's rolls.
    words = (purpose, "medal")
    rolled = tuple(
        Die(sides, rng.below(sides, word, unit.dice_name) + 1)
        for sides, word in zip(dice, words, strict=False)
    )
    return Roll(unit.id, needed, rolled, min(die.result for die in rolled) <= needed, parts)


def melee(state: State, rng: Rng) -> Events:
    """Fight one round: both roll, and a success against a failure is a hit (W9)."""
    a, b = state.fronts()
    if a.fallen or b.fallen or a.shots or b.shots:
        return
    rolls = [roll(unit, unit.strength, melee_dice(state, unit), "melee", rng) for unit in (a, b)]
    struck: Unit | None = None
    if rolls[0].succeeded != rolls[1].succeeded:
        struck = b if rolls[0].succeeded else a
    rolled = e.MeleeRolled(
        state.round + 1, rolls[0], rolls[1], struck.id if struck else None, source="W9"
    )
    yield rolled
    if struck is None:
        return
    attacker = b if struck is a else a
    extra = trample(attacker, struck)
    hits = max(0, struck.hits - 1 - extra)
    yield e.UnitStruck(
        attacker.id,
        struck.id,
        1 + extra,
        extra,
        hits,
        cause=rolled.seq,
        source="trample" if extra else "W9",
    )


def melee_dice(state: State, unit: Unit) -> tuple[int, ...]:
    """Return the sides of a unit's melee dice: two with medals (W9)."""
    die = state.field.die
    return (die, MEDAL_DICE[unit.medals]) if unit.medals else (die,)


def trample(attacker: Unit, target: Unit) -> int:
    """Return the hits taken beyond the first (W9)."""
    return 0 if target.start.flying else attacker.start.power("trample")


def slayers(state: State, rng: Rng) -> Events:
    """Let a slayer of the stack kill the unit that was hit, if it is still alive (W9)."""
    if state.struck is None:
        return
    attacker, target = (state.units[id_] for id_ in state.struck)
    word, points = best_slayer(state.sides[attacker.start.side].army, target.start)
    if target.fallen or points == 0:
        return
    cause: int | None = None
    if points < SIDES_OF_DIE:
        result = rng.below(SIDES_OF_DIE, word, attacker.dice_name) + 1
        rolled = DiceRolled(word, SIDES_OF_DIE, [result], points, attacker.id, source=word)
        yield rolled
        cause = rolled.seq
        if result > points:
            yield e.AttemptFailed(word, attacker.id, target.id, cause=cause, source=word)
            return
    yield e.UnitSlain(attacker.id, target.id, word, 0, cause=cause, source=word)
