"""The stages of a round: orders, battle, siege, rest, and totals; the end of a match."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Final, Literal, TypeAlias

from engine.core import events as core
from engine.core.budget import budget
from engine.core.events import BEAT, SIDES, Event, Events, SideId, Stage, other_side, side_of
from engine.core.rng import Rng, Seeded
from engine.rulesets.siege import events as e
from engine.rulesets.siege import rules
from engine.rulesets.siege.army import Setup
from engine.rulesets.siege.rules import ALLOWED, Effect, Row, Tables
from engine.rulesets.siege.state import State, Unit, by_letter, view_of

UnitOrders = Mapping[e.Letter, e.Order]
Reason: TypeAlias = Literal["castle", "round_limit", "resigned"]
"""The reasons for which a match ends (D6, D9)."""

DECISION: Final = 12  # operations charged for one decision of a bot
SLOW_DECISION: Final = 5_000
STREAMS: Final = 2**32  # number of seeds for a bot's dice in one round


def order(setup: Setup, state: State, rng: Rng) -> Events:
    """Open both sides' orders for a round, or end the match if one resigns (D9)."""
    number = state.round + 1
    for side in SIDES:
        if setup.player(side).resigns == number:
            yield from resign(side, state, rng)
            return
    # Both views are made before any order is opened, so neither bot sees the other's.
    views = {side: view_of(state, side, setup.tables) for side in SIDES if setup.player(side).bot}
    yield e.RoundStarted(number)
    yield BEAT
    given: dict[SideId, UnitOrders] = {}
    for side in SIDES:
        player = setup.player(side)
        if player.bot is None:
            given[side] = player.orders[number - 1] if number <= len(player.orders) else {}
            continue
        stream = rng.below(STREAMS, "bot", side)
        yield core.DiceRolled("bot", STREAMS, [stream + 1], source=player.bot.id, audience=side)
        if number in player.instead:
            given[side] = player.instead[number]
            continue
        if spent := budget():
            spent.spend(SLOW_DECISION if player.bot.slow else DECISION)
        given[side] = by_letter(player.bot.decide(views[side], Seeded(stream)))
    yield from _open(given, state)


def open_round(given: Mapping[SideId, UnitOrders], state: State, _rng: Rng) -> Events:
    yield e.RoundStarted(state.round + 1)
    yield BEAT
    yield from _open(given, state)


def _open(given: Mapping[SideId, UnitOrders], state: State) -> Events:
    """Show each side its orders; missing and illegal ones count as none (D2)."""
    for side in SIDES:
        orders: dict[str, e.Order] = {}
        refused: dict[str, e.Order] = {}
        for letter, unit in zip(e.LETTERS, state.sides[side].units, strict=True):
            word = given[side].get(letter, "none")
            if ALLOWED[word](unit.known):
                orders[unit.id] = word
            else:
                orders[unit.id], refused[unit.id] = "none", word
        yield e.OrdersGiven(side, orders, refused, source="D2", audience=side)


def resign(side: SideId, state: State, _rng: Rng) -> Events:
    """Resign before the next round; the other side wins (D9)."""
    yield e.SideResigned(side, state.round + 1, source="D9")
    yield from end(state, other_side(side), "resigned")


def end(state: State, winner: SideId, reason: Reason) -> Events:
    """Reveal both allotments and end the match (D7)."""
    yield BEAT
    for side_id in SIDES:
        side = state.sides[side_id]
        yield e.ArmyRevealed(side_id, side.army, side.allotment, source="D7")
    yield BEAT
    yield core.BattleEnded(winner, reason, state.round, state.survivors())


def begin(setup: Setup, _rng: Rng) -> Events:
    """Show both castles to everyone, and each army to its owner (D1, D7)."""
    rows = setup.tables.snapshots()
    yield e.BattleStarted(_side(setup, "a"), _side(setup, "b"), rules.ROUNDS, rows)
    yield BEAT
    for side in SIDES:
        player = setup.player(side)
        yield e.ArmyMustered(side, player.army, player.values(side), audience=side)


def _side(setup: Setup, side: SideId) -> e.SideSnapshot:
    player = setup.player(side)
    units = tuple(e.UnitSnapshot(f"{side}{letter}", letter) for letter in e.LETTERS)
    return e.SideSnapshot(player.name, player.bot and player.bot.id, units)


def battle(tables: Tables, state: State, _rng: Rng) -> Events:
    """Pair the attackers and resolve all fights by the values before them (D3)."""
    ranks = (_ranked(_with_order(state, side, "attack"), rules.battle_rank) for side in SIDES)
    # Shown in the order of revealed values, because the rank of pairs is secret (D7).
    meetings = [
        e.UnitsMet(a.id, b.id, a.known[rules.ATK], b.known[rules.ATK], source="D3")
        for a, b in zip(*ranks, strict=False)
    ]
    fights: list[tuple[Unit, Unit, Row | None, int]] = []
    for met in sorted(meetings, key=lambda met: (-met.a_atk, -met.b_atk, met.a)):
        yield met
        a, b = state.units[met.a], state.units[met.b]
        for unit, foe in ((a, b), (b, a)):
            fights.append((unit, foe, tables.fight(unit.known, foe.known), met.seq))
    yield BEAT
    for unit, foe, row, cause in fights:
        source = row.id if row else None
        owner = side_of(unit.id)
        fought = e.UnitFought(unit.id, foe.id, cause=cause, source=source, audience=owner)
        yield fought
        yield from _changes(unit, row.effects if row else (), source, fought.seq)


def siege(tables: Tables, state: State, _rng: Rng) -> Events:
    """Apply the siege table to both castles; a besieged one without defenders falls (D4)."""
    sieges: list[tuple[SideId, list[Unit], list[Unit], Row | None, int | None]] = []
    for castle in SIDES:
        attackers = _with_order(state, other_side(castle), "attack")
        besiegers = [unit for unit in attackers if not unit.foe]
        defenders = _with_order(state, castle, "defend")
        attack = sum(unit.known[rules.ATK] for unit in besiegers)
        defense = sum(unit.known[rules.DEF] for unit in defenders)
        row = tables.assault(attack, defense, len(besiegers), len(defenders))
        ids = tuple(unit.id for unit in defenders)
        event: Event | None = None
        if besiegers:
            by = tuple(unit.id for unit in besiegers)
            event = e.CastleBesieged(castle, by, ids, attack, defense, source="D4")
        elif defenders:
            event = e.CastleGuarded(castle, ids, source="D4")
        if event:
            yield event
        sieges.append((castle, besiegers, defenders, row, event.seq if event else None))
    yield BEAT
    for castle, besiegers, defenders, row, cause in sieges:
        yield from _settle(castle, besiegers, defenders, row, cause)
    for castle, besiegers, defenders, row, cause in sieges:
        if besiegers and (not defenders or (row and row.wins)):
            yield BEAT
            yield e.CastleFallen(castle, cause=cause, source="D4")
            yield from end(state, other_side(castle), "castle")


def _settle(
    castle: SideId, besiegers: list[Unit], defenders: list[Unit], row: Row | None, cause: int | None
) -> Events:
    """Apply the effects of a siege; each side sees only those on its own units."""
    if row is None or not (besiegers or row.effects):
        return
    for who, units in (("attacker", besiegers), ("defender", defenders)):
        if not units:
            continue
        top, side = _ranked(units, rules.siege_rank)[0], side_of(units[0].id)
        settled = e.SiegeSettled(side, castle, cause=cause, source=row.id, audience=side)
        yield settled
        for unit in units:
            targets = (f"each_{who}", f"top_{who}") if unit is top else (f"each_{who}",)
            effects = [effect for effect in row.effects if effect.target in targets]
            yield from _changes(unit, effects, row.id, settled.seq)


def rest(state: State, _rng: Rng) -> Events:
    """Remove 1 EXH from units that recover; all but the first pay 1 HP (D5)."""
    for side in SIDES:
        units = _ranked(_with_order(state, side, "recover"), rules.rest_rank)
        if not units:
            continue
        rested = e.UnitsRested(side, tuple(unit.id for unit in units), source="D5", audience=side)
        yield rested
        for unit in units:
            effects = rules.REST if unit is units[0] else rules.PAID_REST
            yield from _changes(unit, effects, "D5", rested.seq)


def count(state: State, _rng: Rng) -> Events:
    """Decide the match by totals after the last round; there is always a winner (D6)."""
    if state.round < rules.ROUNDS:
        return
    a, b = (rules.total(state.sides[side].five()) for side in SIDES)
    winner, decided_by = rules.winner_by_totals(a, b)
    yield e.TotalsCounted(a, b, winner, decided_by, source="D6")
    yield from end(state, winner, "round_limit")


def _with_order(state: State, side: SideId, word: e.Order) -> list[Unit]:
    return [unit for unit in state.sides[side].units if unit.order == word]


def _ranked(units: list[Unit], rank: Callable[[rules.Stats], tuple[int, ...]]) -> list[Unit]:
    """Sort units by rank; equal ones keep their order, by letter."""
    return sorted(units, key=lambda unit: rank(unit.known))


def _changes(unit: Unit, effects: Sequence[Effect], source: str | None, cause: int) -> Events:
    """Yield the changes of a unit, one effect after the other, skipping those without one."""
    for effect in effects:
        before = unit.known[effect.stat]
        value = rules.within_bounds(effect.stat, before + effect.delta)
        if value != before:
            stat, owner = e.STATS[effect.stat], side_of(unit.id)
            yield e.UnitChanged(
                unit.id, stat, value - before, value, cause=cause, source=source, audience=owner
            )


def phases(tables: Tables) -> tuple[Stage[State], ...]:
    """Return the stages of a round after the orders."""
    return (partial(battle, tables), partial(siege, tables), rest, count)


def round_of(setup: Setup) -> tuple[Stage[State], ...]:
    """Return the stages of a round, with the orders and tables of a match."""
    return (partial(order, setup), *phases(setup.tables))
