"""Rules on plain values: legal orders (D2), ranks (D3 to D5), totals (D6), result tables (D10).

A unit's values are four numbers in the order of STATS; a side is five units, A to E.
"""

import operator
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from engine.core.errors import shown
from engine.core.events import SideId
from engine.core.reading import Members, Reader
from engine.rulesets.siege.events import ORDERS, DecidedBy, Order, RowSnapshot, Total

Stats: TypeAlias = tuple[int, int, int, int]  # ATK, DEF, HP and EXH of a unit
Five: TypeAlias = tuple[Stats, ...]  # the units of a side, A to E
Orders: TypeAlias = tuple[Order, ...]  # the orders of a side, A to E

ATK: Final = 0
DEF: Final = 1
HP: Final = 2
EXH: Final = 3

EXH_MOST: Final = 3
ROUNDS: Final = 40

ALLOWED: Final[Mapping[Order, Callable[[Stats], bool]]] = {
    "attack": lambda unit: unit[ATK] >= 1 and unit[EXH] < EXH_MOST,
    "defend": lambda unit: unit[DEF] >= 1 and unit[EXH] < EXH_MOST,
    "recover": lambda unit: unit[HP] >= 1 and unit[EXH] >= 1,
    "none": lambda unit: True,
}
"""Whether a unit can carry out an order (D2)."""


def legal(unit: Stats) -> tuple[Order, ...]:
    """Return the orders that a unit can carry out (D2); `none` is always one."""
    return tuple(order for order in ORDERS if ALLOWED[order](unit))


def within_bounds(stat: int, value: int) -> int:
    """Return a value limited to at least 0, and EXH to at most 3 (D1)."""
    return max(0, min(value, EXH_MOST) if stat == EXH else value)


def battle_rank(unit: Stats) -> tuple[int, int, int, int]:
    """Return the sort key of attackers, the first to fight first; ties go by letter (D3)."""
    return -unit[ATK], -unit[DEF], unit[EXH], -unit[HP]


def siege_rank(unit: Stats) -> tuple[int, int, int, int]:
    """Return the sort key of besiegers and defenders, the top one first (D4)."""
    return -unit[DEF], unit[EXH], -unit[HP], -unit[ATK]


def rest_rank(unit: Stats) -> tuple[int, int, int, int]:
    """Return the sort key of recovering units, the one that pays nothing first (D5)."""
    return -unit[HP], -unit[ATK], -unit[EXH], -unit[DEF]


def total(side: Iterable[Stats]) -> Total:
    """Return the total by which a match is decided (D6)."""
    units = tuple(side)
    exh = sum(unit[EXH] for unit in units)
    gained = sum(unit[ATK] + unit[DEF] + unit[HP] for unit in units)
    return Total(gained - exh, exh, sum(unit[HP] for unit in units))


def winner_by_totals(a: Total, b: Total) -> tuple[SideId, DecidedBy]:
    """Return the winner after the last round and the deciding value (D6)."""
    if a.total != b.total:
        return ("a" if a.total > b.total else "b"), "total"
    if a.exh != b.exh:
        return ("a" if a.exh < b.exh else "b"), "exh"
    return ("a" if a.hp > b.hp else "b"), ("hp" if a.hp != b.hp else "challenged")


Phase = Literal["battle", "siege"]

OPERANDS: Final[Mapping[Phase, tuple[str, ...]]] = {
    "battle": (*("AU.ATK", "AU.DEF", "AU.HP", "AU.EXH"), *("EU.ATK", "EU.DEF", "EU.HP", "EU.EXH")),
    "siege": ("A", "D", "attackers", "defenders"),
}
"""The operands of conditions, in the order of the values passed to the table."""
TARGETS: Final[Mapping[Phase, tuple[str, ...]]] = {
    "battle": ("AU",),
    "siege": ("each_attacker", "each_defender", "top_attacker", "top_defender"),
}
OPERATORS: Final[Mapping[str, Callable[[int, int], bool]]] = {
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
STAT_NAMES: Final = ("ATK", "DEF", "HP", "EXH")

ROWS_MOST: Final = 40
PARTS_MOST: Final = 20
NUMBER_MOST: Final = 99
TEXT_MOST: Final = 400
NOTES: Final = ("condition_text", "effect_text", "why", "origin")
"""Notes for human readers; the rules ignore them."""


class Value(NamedTuple):
    """One side of a comparison: the operand at this place, `times` a factor, `plus` a number."""

    operand: int
    times: int
    plus: int


class Condition(NamedTuple):
    left: Value
    compare: Callable[[int, int], bool]
    right: Value
    text: str

    def holds(self, values: Sequence[Any]) -> Any:
        """Return whether it holds for these operands: numbers, or arrays of numbers."""
        left, right = self.left, self.right
        return self.compare(
            values[left.operand] * left.times + left.plus,
            values[right.operand] * right.times + right.plus,
        )


class Effect(NamedTuple):
    """A row's effect on its target: the value at place `stat` changes by `delta`."""

    target: str
    stat: int
    delta: int


REST: Final = (Effect("", EXH, -1),)
PAID_REST: Final = (*REST, Effect("", HP, -1))
"""The effects of rest on the first unit that recovers, and on each other one (D5)."""


@dataclass(frozen=True)
class Row:
    """A table row, which applies if all its conditions hold; `wins` ends the siege in victory."""

    id: str
    name: str
    when: tuple[Condition, ...]
    effects: tuple[Effect, ...]
    wins: bool = False

    def applies(self, values: Sequence[int]) -> bool:
        return all(condition.holds(values) for condition in self.when)

    def snapshot(self, phase: Phase) -> RowSnapshot:
        effects = [f"{row.target} {STAT_NAMES[row.stat]} {row.delta:+}" for row in self.effects]
        condition = " and ".join(condition.text for condition in self.when)
        effect = ", ".join([*effects, *(["attackers win"] if self.wins else [])])
        return RowSnapshot(self.id, self.name, phase, condition, effect)


Rows: TypeAlias = tuple[Row, ...]


@dataclass(frozen=True, eq=False)
class Tables:
    """The battle table and the siege table, each from top to bottom."""

    battle: Rows
    siege: Rows

    def fight(self, unit: Stats, opponent: Stats) -> Row | None:
        """Return the row that applies to a unit (AU) facing an opponent (EU), or None."""
        return _first_match(self.battle, (*unit, *opponent))

    def assault(self, attack: int, defense: int, attackers: int, defenders: int) -> Row | None:
        """Return the row that applies to a castle, or None."""
        return _first_match(self.siege, (attack, defense, attackers, defenders))

    def snapshots(self) -> tuple[RowSnapshot, ...]:
        return (
            *(row.snapshot("battle") for row in self.battle),
            *(row.snapshot("siege") for row in self.siege),
        )


def _first_match(rows: Rows, values: Sequence[int]) -> Row | None:
    """Return the first row that applies; only that one takes effect."""
    return next((row for row in rows if row.applies(values)), None)


def with_effects(unit: Stats, effects: Sequence[Effect]) -> Stats:
    """Return a unit's values after these effects in sequence, each within its bounds (D1)."""
    values = list(unit)
    for effect in effects:
        values[effect.stat] = within_bounds(effect.stat, values[effect.stat] + effect.delta)
    return values[0], values[1], values[2], values[3]


def read_rows(reader: Reader, phase: Phase) -> Rows:
    """Return the rows of a table, noting problems on their readers with the row's id."""
    rows = []
    for place in reader.sequence(1, ROWS_MOST, "rows"):
        noted = len(place.problems)
        row = _read_row(place, phase)
        raw_id = place.value.get("id") if isinstance(place.value, dict) else None
        prefix = f"row {shown(raw_id)}: " if isinstance(raw_id, str) and raw_id.strip() else ""
        for index, problem in enumerate(place.problems[noted:], start=noted):
            place.problems[index] = problem._replace(message=prefix + problem.message)
        if len(place.problems) == noted:
            rows.append(row)
    return tuple(rows)


def refuse_duplicate_ids(tables: Mapping[Phase, Rows], readers: Mapping[Phase, Reader]) -> None:
    """Note ids that occur twice in the two tables, because events name a row only by its id."""
    seen: set[str] = set()
    # Standard tables first: of two rows with the same id, the file's is the wrong one.
    for phase in sorted(tables, key=lambda phase: phase in readers):
        for row in tables[phase]:
            if row.id in seen and phase in readers:
                readers[phase].fail(
                    "row {row}: another row has this id; give each its own", row=shown(row.id)
                )
            seen.add(row.id)


def _read_row(reader: Reader, phase: Phase) -> Row:
    keys = ("id", "name", "when", "effects", *(("win",) if phase == "siege" else ()), *NOTES)
    fields = reader.mapping(keys, required=("id", "when", "effects"))
    for key in NOTES:
        fields[key].text(TEXT_MOST)
    wins = fields["win"].choice({"attackers": True}, "winner")
    id_ = _read_name(fields["id"])
    name = _read_name(fields["name"]) or id_
    conditions = tuple(_read_conditions(fields, phase))
    return Row(id_, name, conditions, tuple(_read_effects(fields, phase)), bool(wins))


def _read_name(reader: Reader) -> str:
    noted = len(reader.problems)
    text = reader.text()
    if not text and len(reader.problems) == noted:
        reader.fail("is empty")
    return text


def _read_conditions(fields: Members, phase: Phase) -> Iterator[Condition]:
    for reader in fields["when"].sequence(0, PARTS_MOST, "conditions"):
        noted = len(reader.problems)
        keys = ("left", "op", "right", "times", "plus")
        parts = reader.mapping(keys, required=("left", "op", "right"))
        times, plus = _read_number(parts["times"], 1), _read_number(parts["plus"])
        compare = parts["op"].choice(OPERATORS, "operator")
        left = _read_operand(parts["left"], phase)
        right = _read_operand(parts["right"], phase, times, plus)
        if len(reader.problems) == noted and compare:
            words = [parts[key].value for key in ("left", "op", "right")]
            if times != 1:
                words.insert(2, f"{times} *")
            if plus:
                words += ["+" if plus > 0 else "-", abs(plus)]
            yield Condition(left, compare, right, " ".join(map(str, words)))


def _read_operand(reader: Reader, phase: Phase, times: int = 1, plus: int = 0) -> Value:
    """Return the value of an operand or of a number."""
    if isinstance(reader.value, int) and not isinstance(reader.value, bool):
        return Value(0, 0, _read_number(reader) * times + plus)
    places = {name: place for place, name in enumerate(OPERANDS[phase])}
    return Value(reader.choice(places, "operand") or 0, times, plus)


def _read_number(reader: Reader, default: int = 0) -> int:
    return reader.integer(-NUMBER_MOST, NUMBER_MOST, default)


def _read_effects(fields: Members, phase: Phase) -> Iterator[Effect]:
    stats: dict[str, Any] = {name: place for place, name in enumerate(STAT_NAMES)}
    for reader in fields["effects"].sequence(0, PARTS_MOST, "effects"):
        noted = len(reader.problems)
        parts = reader.mapping(("unit", "stat", "delta"), required=("unit", "stat", "delta"))
        target = parts["unit"].word(TARGETS[phase], "target")
        stat = parts["stat"].choice(stats, "stat")
        delta = _read_number(parts["delta"])
        if len(reader.problems) == noted and target is not None and stat is not None:
            yield Effect(target, stat, delta)
