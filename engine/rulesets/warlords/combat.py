"""Missiles, melee and slayers (W8, W9)."""

from collections.abc import Iterator
from typing import Final

from engine.core.events import BEAT, DiceRolled, Event
from engine.core.rng import Rng
from engine.rulesets.warlords import events as e
from engine.rulesets.warlords.powers import SIDES_OF_DIE
from engine.rulesets.warlords.snapshot import Die, Part, Roll, total
from engine.rulesets.warlords.state import State, Unit, best_slayer

Events = Iterator[Event | None]

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
