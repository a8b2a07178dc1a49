"""The stages of a battle in the order of W1 and W4: afflictions, then pairing after pairing.

One turn of ROUND fires at most one shot and rolls one round of melee. Every stage checks the state
for whether it applies, so a battle can resume from any state.
"""

from collections.abc import Generator
from functools import partial
from typing import Final, Literal

from engine.core import events as core
from engine.core.changes import Replacement
from engine.core.events import BEAT, SIDES, Event, Events, SideId, Stage, other_side
from engine.core.rng import Rng
from engine.core.ruleset import LineUp
from engine.rulesets.warlords import events as e
from engine.rulesets.warlords import stack
from engine.rulesets.warlords.army import Setup
from engine.rulesets.warlords.catalog import AFFLICTIONS
from engine.rulesets.warlords.state import State, Unit, best_slayer

Reason = Literal["own", "blessed", "already", "nothing"]

AFFLICTION_DIE: Final = 25  # an affliction has a chance of 4 % a point: one side of this die
IMMUNE_HITS: Final = 4


def immunity(unit: e.UnitSnapshot, condition: e.Condition, affliction: str) -> Reason | None:
    """Return why an affliction cannot affect a unit in this condition, or None (W1)."""
    if unit.abilities.get(affliction):
        return "own"
    if affliction == "curse":
        return None if condition.is_blessed or condition.medals else "nothing"
    if condition.is_blessed:
        return "blessed"
    return "already" if getattr(condition, e.BECOMES[affliction]) else None


def spread(affliction: str, state: State, rng: Rng) -> Events:
    """Spread one affliction of each side over every enemy unit (W1)."""
    for side_id in SIDES:
        army = state.sides[side_id].army
        chance = stack.percent(army, affliction)
        if chance == 0:
            continue
        yield BEAT
        spread_event = e.AfflictionSpread(
            side_id, affliction, chance, army.afflictions[affliction], source="W1"
        )
        yield spread_event
        for unit in tuple(state.sides[other_side(side_id)].stack):
            if affliction not in unit.rolled:
                yield from _roll(unit, affliction, chance, spread_event.seq, rng)


def _roll(unit: Unit, affliction: str, chance: int, cause: int, rng: Rng) -> Events:
    if reason := immunity(unit.start, unit.condition, affliction):
        yield e.UnitSpared(unit.id, affliction, reason, cause=cause, source=affliction)
        return
    needed = chance * AFFLICTION_DIE // 100
    succeeds, roll = yield from _roll_die(AFFLICTION_DIE, needed, affliction, unit, rng, cause)
    if succeeds:
        yield _afflict(unit, affliction, roll)
    else:
        yield e.UnitSpared(unit.id, affliction, "roll", cause=roll, source=affliction)


def _roll_die(
    sides: int, needed: int, word: str, unit: Unit, rng: Rng, cause: int | None = None
) -> Generator[Event | None, None, tuple[bool, int | None]]:
    """Roll one die unless success is certain; return whether it succeeded, and the last cause."""
    if needed >= sides:
        return True, cause
    result = rng.below(sides, word, unit.dice_name) + 1
    rolled = core.DiceRolled(word, sides, [result], needed, unit.id, cause=cause, source=word)
    yield rolled
    return result <= needed, rolled.seq


def _afflict(unit: Unit, affliction: str, cause: int | None) -> Event:
    condition = unit.condition.after(affliction)
    strength = e.total(stack.own_strength_parts(unit.start.strength_parts, condition))
    hits = e.total(stack.hits_parts(unit.start.hits_parts, condition))
    lost = unit.hits - hits if affliction == "disease" else unit.strength - strength
    return e.UnitAfflicted(
        *(unit.id, affliction, condition.is_blessed, condition.medals, strength, hits, lost),
        cause=cause,
        source=affliction,
    )


def ready_stacks(state: State, _rng: Rng) -> Events:
    """Compute both side bonuses and the strength and hits of every unit (W2, W3)."""
    for side_id in SIDES:
        army, enemy = state.sides[side_id].army, state.sides[other_side(side_id)].army
        rows = stack.brackets(army, enemy)
        bonus = stack.side_bonus(rows)
        units = tuple(
            _ready_unit(state, unit.start, unit.condition, bonus, enemy)
            for unit in state.sides[side_id].stack
        )
        yield BEAT
        yield e.StackReadied(side_id, bonus, rows, units, source="W3")


def _ready_unit(
    state: State, unit: e.UnitSnapshot, condition: e.Condition, bonus: int, enemy: e.ArmySnapshot
) -> e.ReadyUnit:
    strength = stack.strength_parts(unit, condition, state.field, bonus)
    hits = stack.hits_parts(unit.hits_parts, condition, enemy.life_drain)
    immune = is_immune(unit, e.total(hits))
    return e.ReadyUnit(unit.id, e.total(strength), e.total(hits), immune, strength, hits)


def is_immune(unit: e.UnitSnapshot, hits: int) -> bool:
    """Return whether a unit with these initial hits is immune to missiles (W2)."""
    return not unit.flying and hits >= IMMUNE_HITS


def replaced(state: State, unit: Unit, by: e.UnitSnapshot) -> e.Replaced:
    """Return how `by` replaces a unit: it gets the same afflictions unless immune (W1, W16)."""
    condition, initial = e.Condition.initial(by), e.Condition.initial(unit.start)
    got: list[str] = []
    for affliction in unit.rolled:
        word = e.BECOMES[affliction]
        was_afflicted = getattr(unit.condition, word) and not getattr(initial, word)
        if was_afflicted and immunity(by, condition, affliction) is None:
            got.append(affliction)
            condition = condition.after(affliction)
    own, enemy = state.sides[by.side], state.sides[other_side(by.side)].army
    if own.is_ready:
        bonus = stack.side_bonus(stack.brackets(own.army, enemy))
        ready = _ready_unit(state, by, condition, bonus, enemy)
    else:
        strength = stack.own_strength_parts(by.strength_parts, condition)
        hits = stack.hits_parts(by.hits_parts, condition)
        values = by.id, e.total(strength), e.total(hits)
        ready = e.ReadyUnit(*values, immune=False, strength_parts=strength, hits_parts=hits)
    return e.Replaced(unit.id, by, tuple(got), condition.medals, ready)


SIDES_OF_DIE: Final = 10  # a point of a power or slayer is a chance of 10 %


def power_of(unit: Unit, power: str) -> int:
    """Return a unit's current total of a power; assassins act only in their first pairing (W7)."""
    return 0 if power == "assassin" and unit.veteran else unit.start.power(power)


def attempt(power: str, state: State, rng: Rng) -> Events:
    """Compare both sides' points of a power, and roll for the side with more (W4 to W7)."""
    a, b = state.fronts()
    if power in state.attempted or a.fallen or b.fallen:
        return
    attacker, target = (a, b) if power_of(a, power) >= power_of(b, power) else (b, a)
    own, offset = power_of(attacker, power), power_of(target, power)
    if own == 0:
        return
    warding = target.start.power("warding")
    points = min(SIDES_OF_DIE, max(0, own - offset - warding))
    weighed = e.ChanceWeighed(
        power, attacker.id, target.id, own, offset, warding, percent=10 * points, source=power
    )
    yield weighed
    if points == 0:
        return
    hits, cause = yield from _roll_die(SIDES_OF_DIE, points, power, attacker, rng, weighed.seq)
    ids = attacker.id, target.id
    if not hits:
        yield e.AttemptFailed(power, *ids, cause=cause, source=power)
    elif power == "acid":
        left = target.strength // 2
        yield e.AcidHit(*ids, target.strength - left, left, cause=cause, source=power)
    elif power == "lightning":
        left = target.hits // 2
        yield e.LightningHit(*ids, target.hits - left, left, cause=cause, source=power)
    else:
        yield e.UnitAssassinated(*ids, 0, cause=cause, source=power)


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
    parts = (e.Part("now", shooter.strength), e.Part("flyer", AIM)) if target.start.flying else ()
    aim = roll(shooter, e.total(parts) or shooter.strength, (die,), "missile", rng, parts)
    cover = roll(target, target.strength, (die,), "cover", rng)
    kills = aim.succeeded and not cover.succeeded
    hits = 0 if kills else target.hits
    return e.ShotFired(
        shooter.id, target.id, aim, cover, kills, shooter.shots - 1, hits, source="missile"
    )


def roll(
    unit: Unit, needed: int, dice: tuple[int, ...], purpose: str, rng: Rng, parts: e.Parts = ()
) -> e.Roll:
    """Roll these dice for a unit; a certain success needs none."""
    if needed >= min(dice):
        return e.Roll(unit.id, needed, (), succeeded=True, parts=parts)
    # The medal die has a separate key, so that losing medals does not change the first die's rolls.
    words = (purpose, "medal")
    rolled = tuple(
        e.Die(sides, rng.below(sides, word, unit.dice_name) + 1)
        for sides, word in zip(dice, words, strict=False)
    )
    return e.Roll(unit.id, needed, rolled, min(die.result for die in rolled) <= needed, parts)


def melee(state: State, rng: Rng) -> Events:
    """Fight one round: both roll, and a success against a failure is a hit (W9)."""
    a, b = state.fronts()
    if a.fallen or b.fallen or a.shots or b.shots:
        return
    rolls = [roll(unit, unit.strength, melee_dice(state, unit), "melee", rng) for unit in (a, b)]
    struck: Unit | None = None
    if rolls[0].succeeded != rolls[1].succeeded:
        struck = b if rolls[0].succeeded else a
    hit_id = struck.id if struck else None
    rolled = e.MeleeRolled(state.round + 1, rolls[0], rolls[1], hit_id, source="W9")
    yield rolled
    if struck is None:
        return
    attacker = b if struck is a else a
    extra = trample(attacker, struck)
    hits = max(0, struck.hits - 1 - extra)
    source, ids = "trample" if extra else "W9", (attacker.id, struck.id)
    yield e.UnitStruck(*ids, 1 + extra, extra, hits, cause=rolled.seq, source=source)


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
    hits, cause = yield from _roll_die(SIDES_OF_DIE, points, word, attacker, rng)
    if hits:
        yield e.UnitSlain(attacker.id, target.id, word, 0, cause=cause, source=word)
    else:
        yield e.AttemptFailed(word, attacker.id, target.id, cause=cause, source=word)


def begin(setup: Setup, _rng: Rng) -> Events:
    """Show both stacks and the field."""
    yield e.BattleStarted(setup.field, setup.a, setup.b)


def step_up(state: State, _rng: Rng) -> Events:
    """Start a pairing of the front units unless one is in progress (W4)."""
    if state.fighting:
        return
    a, b = state.fronts()
    fresh = tuple(unit.id for unit in (a, b) if not unit.engaged)
    yield e.PairingStarted(state.pairing + 1, a.id, b.id, fresh, source="W4")


def removal(state: State, _rng: Rng) -> Events:
    """Remove a fallen unit; a side with an empty stack loses (W4)."""
    a, b = state.fronts()
    for unit, by in ((a, b), (b, a)):
        if unit.fallen:
            yield e.UnitDefeated(unit.id, by.id, source="W4")
            side: SideId = unit.start.side
            if not state.sides[side].stack:
                yield BEAT
                yield core.BattleEnded(other_side(side), "defeat", state.round, state.survivors())


def left(state: State, side: SideId) -> tuple[list[str], int]:
    """Return the ids of a stack, the front unit first, and how many a pairing fixes (W15)."""
    return [unit.id for unit in state.sides[side].stack], int(state.fighting)


def line_up(side: SideId, ids: tuple[str, ...], _state: State, _rng: Rng) -> Events:
    """Reorder a stack (W15)."""
    yield e.StackReordered(side, ids, source="W15")


def fresh(state: State, side: SideId) -> list[str]:
    """Return the ids of the units that have not stepped up yet (W16)."""
    return [unit.id for unit in state.sides[side].stack if not unit.engaged]


def replace(side: SideId, replacements: tuple[Replacement, ...], state: State, _rng: Rng) -> Events:
    """Replace units which have not fought yet (W16)."""
    units = tuple(
        replaced(state, state.units[one.old_id], one.unit(side, "stack")) for one in replacements
    )
    yield e.UnitsReplaced(side, units, source="W16")


OPENING: Final[tuple[Stage[State], ...]] = (
    *(partial(spread, affliction) for affliction in AFFLICTIONS),
    ready_stacks,
)
ROUND: Final[tuple[Stage[State], ...]] = (
    step_up,
    *(partial(attempt, power) for power in ("acid", "lightning", "assassin")),
    *(missiles, melee, slayers, removal),
)
LINE_UP: Final = LineUp((*OPENING, *ROUND), left, line_up, fresh, replace)
