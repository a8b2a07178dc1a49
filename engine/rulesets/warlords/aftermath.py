"""What survivors keep for their next battle (W17), and how far they get in a row of battles."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Final

from engine.core.events import SideId
from engine.core.reading import Reader
from engine.core.recruiting import Row
from engine.core.ruleset import Aftermath, Battle
from engine.core.text import Text
from engine.rulesets.warlords import army
from engine.rulesets.warlords.army import UNBLESSED, Setup
from engine.rulesets.warlords.odds import Fronts, last_fronts
from engine.rulesets.warlords.position import Fighter, Position, conditions, fighter, form_of, forms
from engine.rulesets.warlords.snapshot import Condition, total
from engine.rulesets.warlords.stack import MEDALS_MOST, NO_CONDITIONS, Kept
from engine.rulesets.warlords.state import State, Unit, units_of
from engine.rulesets.warlords.strength import UNIT_MOST, brackets, side_bonus

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
        Kept.after(unit.condition, given[unit.id].get("medals", 0)).put_into(given[unit.id])
        for unit in state.sides[side].stack
    ]


def kept(row: Row) -> tuple[Text, ...]:
    found = [words for key, words in WORDS.items() if row.get(key)]
    if row.get("cursed"):
        found.append(
            Text("lost its blessing: fights at 8 instead of 9")
            if natural_strength(row) == UNIT_MOST
            else Text("lost its blessing")
        )
    if medals := row.get("medals", 0):
        found.append(Text.counted("{count} medal", "{count} medals", medals))
    return tuple(found)


def natural_strength(row: Row) -> int:
    """Return a unit's strength before blessings, afflictions and what others give (W3, step 1)."""
    bare = NO_CONDITIONS.put_into(row)
    alone = {"sides": [{"army": {"stack": [bare]}}] * 2}
    (unit,) = _setup(alone).a.stack
    return total(unit.strength_parts)


def bless(row: Row) -> Row | None:
    """Return the row of a unit that is blessed, which lifts all that a blessing lifts (W17)."""
    if row.get("blessed"):
        return None
    return {key: value for key, value in row.items() if key not in UNBLESSED} | {"blessed": True}


def _setup(document: Mapping[str, object]) -> Setup:
    root = Reader(document)
    setup = army.read({key: root.child(key) for key in document})
    root.finish()
    return setup


Rest = tuple[tuple[tuple[Kept, float], ...], ...]
Stacks = dict[tuple[int, Rest], dict[Kept, float]]
"""The possible stacks before a battle: the place of the front unit and, for each unit behind it,
what it may have kept; for each, what the front unit may have kept, with the chance of both.

Afflictions are rolled for each unit apart, so what a unit has that has not fought does not depend
on anything but its own rolls."""


def reach(battles: Sequence[Battle]) -> list[float]:
    """Return the chances of side a's army to win the first of these battles, two of them, …"""
    units = battles[0].document["sides"][0]["army"]["stack"]
    first, *others = (((Kept.of(row), 1.0),) for row in units)
    stacks: Stacks = {(0, tuple(others)): dict(first)}
    reached = []
    for battle in battles:
        after: Stacks = defaultdict(lambda: defaultdict(float))
        for (place, rest), front in stacks.items():
            _fight(
                battle, [NO_CONDITIONS.put_into(row) for row in units], place, (front, rest), after
            )
        stacks = after
        reached.append(sum(sum(front.values()) for front in stacks.values()))
    return reached


def _fight(
    battle: Battle,
    units: Sequence[Row],
    place: int,
    stack: tuple[Mapping[Kept, float], Rest],
    after: Stacks,
) -> None:
    """Add the stacks that may be left of one that enters a battle with its unit at `place`."""
    front, rest = stack
    sides = battle.document["sides"]
    own = {**sides[0]["army"], "stack": units[place:]}
    setup = _setup({**battle.document, "sides": [{**sides[0], "army": own}, sides[1]]})
    marks: list[Kept] = []
    entering = [[*front.items()], *(list(unit) for unit in rest)]
    fighters = tuple(
        _fighter(unit, may_have, setup, marks)
        for unit, may_have in zip(units_of(setup.a), entering, strict=True)
    )
    position = Position(
        die=setup.field.die,
        stacks={"a": fighters, "b": tuple(_enemies(setup))},
        attempted=(),
        struck=None,
    )
    behind = [_kept_behind(one, marks) for one in fighters]
    for number, fronts in enumerate(last_fronts(position)[0]):
        into = after[place + number, tuple(behind[number + 1 :])]
        for form, chance in fronts.items():
            into[marks[form.mark]] += chance


def _fighter(
    unit: Unit, may_have: Sequence[tuple[Kept, float]], setup: Setup, marks: list[Kept]
) -> Fighter:
    """Return a unit of side a, each of its forms marked with what it will keep of the battle."""
    given = unit.start  # without conditions of its own, but with what its stack gives it
    bonus = side_bonus(brackets(setup.a, setup.b))
    marked: Fronts = {}
    for has, share in may_have:
        unit.condition = Condition.initial(has, by_stack=given.blessed)
        unit.medals = min(MEDALS_MOST, has.medals + given.medals)
        for (condition, medals), chance in conditions(unit, setup.b).items():
            mark = Kept.after(condition, has.medals)
            if mark not in marks:
                marks.append(mark)
            form = form_of(unit, condition, medals, setup.field, bonus, setup.b)
            form = form._replace(mark=marks.index(mark))
            marked[form] = marked.get(form, 0.0) + share * chance
    return fighter(unit, setup.b, marked)


def _enemies(setup: Setup) -> list[Fighter]:
    bonus = side_bonus(brackets(setup.b, setup.a))
    return [
        fighter(unit, setup.a, forms(unit, setup.field, bonus, setup.a))
        for unit in units_of(setup.b)
    ]


def _kept_behind(unit: Fighter, marks: Sequence[Kept]) -> tuple[tuple[Kept, float], ...]:
    """Return what a unit that does not fight keeps, with the chances."""
    found: dict[Kept, float] = {}
    for form, chance in unit.forms.items():
        mark = marks[form.mark]
        found[mark] = found.get(mark, 0.0) + chance
    return tuple(sorted(found.items()))


AFTERMATH: Final[Aftermath[State]] = Aftermath(
    rule=RULE, rows=rows, kept=kept, bless=bless, reach=reach
)
