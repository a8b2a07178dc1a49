"""The ruleset record of Warlords III stack combat: survivors (W17), bonuses, rolls, prices."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final

from msgspec.structs import replace

from engine.core.battlefile import with_army
from engine.core.errors import Text
from engine.core.events import SIDES, DiceRolled, Event, SideId, other_side, side_of
from engine.core.reading import Reader
from engine.core.ruleset import Aftermath, Army, Battle, Bonus, Kernel, Rolled, Roster, Row, Ruleset
from engine.rulesets.warlords import army, catalog, odds, stack, stages
from engine.rulesets.warlords import events as e
from engine.rulesets.warlords.army import STACK_MOST, UNBLESSED, Setup
from engine.rulesets.warlords.catalog import AFFLICTIONS, CATALOG
from engine.rulesets.warlords.state import APPLY, State, Unit, units_of

RULE: Final = Text(
    "Survivors keep poison, disease, paralysis, medals and blessings; a blessing lost to a curse "
    "stays lost. Wounds heal."
)
WORDS: Final = {
    "blessed": Text("blessed"),
    "poisoned": Text("poisoned: strength -2"),
    "diseased": Text("diseased: hits -1"),
    "paralysed": Text("paralysed"),
}


def rows(state: State, side: SideId, given: Mapping[str, Row]) -> list[Row]:
    """Return the survivors of a side, in the order in which they stand."""
    return [
        unit.condition.kept(given[unit.id].get("medals", 0)).put_into(given[unit.id])
        for unit in state.sides[side].stack
    ]


def kept(row: Row) -> tuple[Text, ...]:
    found = [words for key, words in WORDS.items() if row.get(key)]
    if row.get("cursed"):
        # Its strength before blessings, afflictions and what others give (W3, step 1)
        bare = stack.NO_CONDITION.put_into(row)
        (unit,) = _setup({"sides": [{"army": {"stack": [bare]}}] * 2}).a.stack
        lost = Text("lost its blessing")
        if e.total(unit.strength_parts) == stack.UNIT_MOST:
            lost = Text("lost its blessing: fights at 8 instead of 9")
        found.append(lost)
    if medals := row.get("medals", 0):
        found.append(Text.counted("{count} medal", "{count} medals", medals))
    return tuple(found)


def bless(row: Row) -> Row | None:
    """Return the row of a unit that is blessed, which lifts all that a blessing lifts (W17)."""
    if row.get("blessed"):
        return None
    return {key: value for key, value in row.items() if key not in UNBLESSED} | {"blessed": True}


def _setup(document: Mapping[str, object]) -> Setup:
    root = Reader(document)
    setup = army.read(root.members())
    root.finish()
    return setup


Rest = tuple[tuple[tuple[e.Condition, float], ...], ...]
Stacks = dict[tuple[int, Rest], dict[e.Condition, float]]
"""The possible stacks before a battle: the place of the front unit and, for each unit behind it,
what it may have kept; for each, what the front unit may have kept, with the chance of both.

Afflictions are rolled for each unit apart, so what a unit has that has not fought does not depend
on anything but its own rolls."""


def reach(battles: Sequence[Battle]) -> list[float]:
    """Return the chances of side a's army to win the first of these battles, two of them, …"""
    units = battles[0].document["sides"][0]["army"]["stack"]
    first, *others = (((e.Condition.of(row), 1.0),) for row in units)
    stacks: Stacks = {(0, tuple(others)): dict(first)}
    bare = [stack.NO_CONDITION.put_into(row) for row in units]
    reached = []
    for battle in battles:
        after: Stacks = defaultdict(lambda: defaultdict(float))
        for (place, rest), front in stacks.items():
            _fight(battle, bare, place, (front, rest), after)
        stacks = after
        reached.append(sum(sum(front.values()) for front in stacks.values()))
    return reached


def _fight(
    battle: Battle,
    units: Sequence[Row],
    place: int,
    entering: tuple[Mapping[e.Condition, float], Rest],
    after: Stacks,
) -> None:
    """Add the stacks that may be left of one that enters a battle with its unit at `place`."""
    front, rest = entering
    sides = battle.document["sides"]
    own = {**sides[0]["army"], "stack": units[place:]}
    setup = _setup({**battle.document, "sides": [{**sides[0], "army": own}, sides[1]]})
    kept = [[*front.items()], *map(list, rest)]
    fighters = tuple(
        _fighter(unit, may_have, setup)
        for unit, may_have in zip(units_of(setup.a), kept, strict=True)
    )
    enemies = odds.fighters(units_of(setup.b), setup.b, setup.a, setup.field)
    stacks: dict[SideId, odds.Fighters] = {"a": fighters, "b": enemies}
    position = odds.Position(setup.field.die, stacks, attempted=(), struck=None)
    behind = [_kept_behind(one) for one in fighters]
    for number, fronts in enumerate(odds.last_fronts(position)[0]):
        into = after[place + number, tuple(behind[number + 1 :])]
        for form, chance in fronts.items():
            assert form.mark is not None
            into[form.mark] += chance


def _fighter(unit: Unit, kept: Sequence[tuple[e.Condition, float]], setup: Setup) -> odds.Fighter:
    """Return a unit of side a, each of its forms marked with what it will keep of the battle."""
    given = unit.start  # without conditions of its own, but with what its stack gives it
    bonus = stack.side_bonus(stack.brackets(setup.a, setup.b))
    marked: odds.Fronts = {}
    for has, share in kept:
        medals = min(stack.MEDALS_MOST, has.medals + given.medals)
        unit.condition = has.in_stack(blessed=given.blessed, medals=medals)
        for condition, chance in odds.conditions(unit, setup.b).items():
            form = odds.form_of(unit, condition, setup.field, bonus, setup.b)
            form = form._replace(mark=condition.kept(has.medals))
            marked[form] = marked.get(form, 0.0) + share * chance
    return odds.fighter(unit, setup.b, marked)


def _kept_behind(unit: odds.Fighter) -> tuple[tuple[e.Condition, float], ...]:
    """Return what a unit that does not fight keeps, with the chances."""
    found: dict[e.Condition, float] = defaultdict(float)
    for form, chance in unit.forms.items():
        assert form.mark is not None
        found[form.mark] += chance
    return tuple(sorted(found.items()))


SHARED: Final = "group-warding"
CARRIED: Final = {"items": "item", "spells": "spell", "buys": "purchase"}
POWERS: Final = ("acid", "lightning", "assassin", "missile", "trample", "warding")


def bonuses(setup: Setup, document: Mapping[str, Any]) -> Iterator[Bonus]:
    """Yield each bonus of both armies and of the field with the battle without it.

    Bonuses of a stack are removed from its snapshot, since they can be innate to a unit. Items,
    spells and purchases are removed from the battle file, since one can hide the next best.
    """
    yield from _field_bonuses(setup)
    for side in SIDES:
        army: e.ArmySnapshot = getattr(setup, side)
        for kind, word, units, amount, without in _army_bonuses(army, setup.field.city):
            yield Bonus(kind, word, side, units, amount, replace(setup, **{side: without}))
        yield from _hero_bonuses(side, document)


def _field_bonuses(setup: Setup) -> Iterator[Bonus]:
    field = setup.field
    for word in field.terrain:
        rest = tuple(other for other in field.terrain if other != word)
        without = replace(setup, field=replace(field, terrain=rest))
        yield Bonus("terrain", word, None, (), None, without)
    if field.city:
        parts = setup.b.totals.get("fortify", ())
        others = tuple(part for part in parts if part.source != field.city)
        b = replace(setup.b, totals={**setup.b.totals, "fortify": others})
        without = replace(setup, b=b, field=replace(field, city=None))
        yield Bonus("city", field.city, None, (), None, without)


TABLES: Final = {"ability": "totals", "affliction": "afflictions", "slayer": "slayers"}
CONDITION: Final = ("blessed", "medals", "poisoned", "diseased", "cursed")
ArmyBonus = tuple[str, str, tuple[str, ...], int | None, e.ArmySnapshot]


def _army_bonuses(army: e.ArmySnapshot, city: str | None) -> Iterator[ArmyBonus]:
    """Yield kind, word, bearers and amount of each bonus, and the army without it."""
    ids = {unit.id for unit in army.stack}
    for kind, table in TABLES.items():
        for word, parts in getattr(army, table).items():
            kept = tuple(part for part in parts if part.source == city)
            removed = tuple(part for part in parts if part.source != city)
            if not removed or (kind == "affliction" and word not in odds.WEAKENING):
                continue
            bearers = tuple(part.source for part in removed if part.source in ids)
            without = replace(army, **{table: {**getattr(army, table), word: kept}})
            yield kind, word, bearers, e.total(removed), without
    if army.group_warding:
        without, _ = _without(army, partial(_without_power, power="warding", shared=True))
        yield "ability", SHARED, (), army.group_warding, replace(without, group_warding=0)
    for kind, word, strip in _unit_bonuses():
        without, bearers = _without(army, strip)
        if bearers:
            yield kind, word, bearers, None, without


def _unit_bonuses() -> Iterator[tuple[str, str, Callable[[e.UnitSnapshot], e.UnitSnapshot]]]:
    """Yield kind and word of each unit bonus and a function that removes it from a unit."""
    for power in POWERS:
        yield "power", power, partial(_without_power, power=power, shared=False)
    for field in CONDITION:
        yield "condition", field, partial(replace, **{field: 0 if field == "medals" else False})
    yield "ability", "banding", partial(replace, banding=0)
    yield "ability", "flying", partial(replace, flying=False)


def _without(
    army: e.ArmySnapshot, strip: Callable[[e.UnitSnapshot], e.UnitSnapshot]
) -> tuple[e.ArmySnapshot, tuple[str, ...]]:
    """Return the army with every unit stripped, and the ids of the units that change."""
    stack = tuple(map(strip, army.stack))
    changed = (unit.id for unit, bare in zip(army.stack, stack, strict=True) if unit != bare)
    return replace(army, stack=stack), tuple(changed)


def _without_power(unit: e.UnitSnapshot, *, power: str, shared: bool) -> e.UnitSnapshot:
    """Return the unit without its shared or without its own points of a power."""
    if power not in unit.powers:
        return unit
    kept = tuple(part for part in unit.powers[power] if (part.source == SHARED) != shared)
    return replace(unit, powers={**unit.powers, power: kept})


def _hero_bonuses(side: SideId, document: Mapping[str, Any]) -> Iterator[Bonus]:
    """Yield each item, spell and purchase of heroes with the battle file without it."""
    place = SIDES.index(side)
    for row, unit in enumerate(document["sides"][place]["army"]["stack"]):
        for key, kind in CARRIED.items():
            for id_ in unit.get(key, ()):
                held = unit[key]
                amount = held[id_] if isinstance(held, dict) else None
                rest = [other for other in held if other != id_]
                army = document["sides"][place]["army"]
                stack = [*army["stack"]]
                stack[row] = {**unit, key: rest if amount is None else {w: held[w] for w in rest}}
                without = with_army(document, place, {**army, "stack": stack})
                yield Bonus(kind, id_, side, (f"{side}{row + 1}",), amount, without)


def rolls(events: Sequence[Event]) -> Iterator[Rolled]:
    """Yield every roll, in order, for the side that benefits from a success.

    Afflictions count for the side that spreads them. Each shot is two rolls: aim and cover. A
    unit's die and medal die are one roll. Certain results are not rolls.
    """
    for event in events:
        match event:
            case DiceRolled():
                # An affliction, a power or a slayer: one die, one point per face
                assert event.unit is not None
                assert event.needed is not None
                side, (result,) = side_of(event.unit), event.results
                by = other_side(side) if event.purpose in AFFLICTIONS else side
                yield Rolled(by, event.needed / event.sides, result <= event.needed)
            case e.ShotFired():
                yield from _unit_rolls(event.aim, event.cover)
            case e.MeleeRolled():
                yield from _unit_rolls(event.a, event.b)


def _unit_rolls(*rolls: e.Roll) -> Iterator[Rolled]:
    for roll in rolls:
        if roll.dice:
            fails = 1.0
            for die in roll.dice:
                fails *= 1 - roll.needed / die.sides
            yield Rolled(side_of(roll.unit), 1 - fails, roll.succeeded)


PRICES: Final = {
    unit.id: unit.build_cost
    for unit in CATALOG.units.values()
    if unit.build_cost > 0 and not unit.ship
}


def price(army: Army) -> int | None:
    """Return the gold a stack costs, or None with ships, heroes, custom units or conditions."""
    total = 0
    for row in army["stack"]:
        if row.keys() != {"unit"} or row["unit"] not in PRICES:
            return None
        total += PRICES[row["unit"]]
    return total


RECRUITING: Final = Roster(
    key="stack",
    money=Text("gold"),
    prices=PRICES,
    most=STACK_MOST,
    usual=2_000,
    starts=8,
    price=price,
)


def kernel() -> Kernel:
    from engine.rulesets.warlords.kernel import batch, sample

    def warm() -> None:
        batch.warm()
        sample.warm()

    exact = batch.odds, batch.gauge, batch.orders, batch.table
    return Kernel(warm, sample.outcomes, sample.sampler, *exact)


RULESET: Final[Ruleset[Setup, State]] = Ruleset(
    id="warlords",
    name="Warlords III stacks",
    version=2,
    folder=Path(__file__).parent,
    battle_keys=("field",),
    read=army.read,
    new_state=State,
    begin=stages.begin,
    opening=stages.OPENING,
    round=stages.ROUND,
    apply=APPLY,
    events=e.EVENTS,
    reasons=("defeat",),
    sizes=army.sizes,
    catalog=catalog.as_data,
    catalog_hash=catalog.CATALOG_HASH,
    chances=odds.chances,
    outlook=odds.outlook,
    rolls=rolls,
    bonuses=bonuses,
    ordered="stack",
    line_up=stages.LINE_UP,
    aftermath=Aftermath(RULE, rows, kept, bless, reach),
    recruiting=RECRUITING,
    kernel=kernel,
)
