"""Acid, lightning and assassination, each attempted once per pairing (W4 to W7)."""

from collections.abc import Generator, Iterator
from typing import Final

from engine.core.events import DiceRolled, Event
from engine.core.rng import Rng
from engine.rulesets.warlords import events as e
from engine.rulesets.warlords.state import State, Unit

Events = Iterator[Event | None]
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
